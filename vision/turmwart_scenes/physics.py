"""Lets dice and other pieces fall on a table or into a tray, by rigid bodies with friction.

Lengths are in edges of an ordinary die (16 mm), times in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import mujoco
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EDGE_M = 0.016
GRAVITY = 9.81 / EDGE_M
"""Edges per second squared."""
STEP_S = 0.001
BOUNCE, DULL = 0.35, 1.0
"""Damping of contacts: hard dice give back about a third of their speed, slow ones nothing."""
SLOW = 9.0
"""Edges (or radians) per second below which nothing bounces: else contacts chatter for ever."""
STILL_SPEED = 0.15
"""Edges (or radians) per second below which a piece counts as resting."""
STILL_S = 0.08
WALL_HIGH = 60.0
"""Above the rims nothing leaves: as if the throw had been a good one."""
DIE, CUBE, DISC, BALL = 0, 1, 2, 3


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A piece before its fall.

    Attributes:
        half: half its edge, or its radius, in edges.
        centre: (3,) where its middle starts.
        turn: (3, 3) rotation, its axes to the world's.
        kind: DIE, CUBE, DISC or BALL, as ``render.Piece`` has them.
        thick: of a disc: its height as a share of its diameter.
        speed: (3,) edges per second at the start.
        spin: (3,) radians per second at the start, in its own axes.
    """

    half: float
    centre: Array
    turn: Array
    kind: int = DIE
    thick: float = 1.0
    speed: Array = field(default_factory=lambda: np.zeros(3))
    spin: Array = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True, slots=True, eq=False)
class Tray:
    """Boxes that stand on the table: (N, 3) middles and (N, 3) half sizes; N = 0: a bare table."""

    rim_at: Array = field(default_factory=lambda: np.zeros((0, 3)))
    rim_half: Array = field(default_factory=lambda: np.zeros((0, 3)))


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a piece is: ``centre`` (3,) and ``turn`` (3, 3), its axes to the world's."""

    centre: Array
    turn: Array


class NeverStill(Exception):
    """The pieces did not come to rest in the time given; the message says how long it was."""


class Fall:
    """Pieces on their way down."""

    def __init__(self, bodies: Sequence[Body], tray: Tray, friction: float) -> None:
        """Puts ``bodies`` at their starts.

        Args:
            bodies: the pieces, none inside another.
            tray: what stands on the table.
            friction: coefficient of sliding between all that touch, > 0.

        Raises:
            ValueError: a friction that is not positive.
        """
        if not friction > 0:
            raise ValueError(f"friction must be > 0, got {friction}")
        spec = mujoco.MjSpec()
        spec.option.timestep = STEP_S
        spec.option.gravity = [0, 0, -GRAVITY]
        spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
        looks = {"solref": [2.5 * STEP_S, BOUNCE], "friction": [friction, 0.02, 0.03]}
        world = spec.worldbody
        world.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], **looks)
        for at, half in zip(tray.rim_at, tray.rim_half, strict=True):
            box = mujoco.mjtGeom.mjGEOM_BOX
            world.add_geom(type=box, pos=at.tolist(), size=half.tolist(), **looks)
        if len(tray.rim_at):
            self._fence(world, tray)
        for body in bodies:
            quat = np.zeros(4)
            mujoco.mju_mat2Quat(quat, np.ascontiguousarray(body.turn).ravel())
            piece = world.add_body(pos=body.centre.tolist(), quat=quat.tolist())
            piece.add_freejoint()
            form, size = _form(body)
            piece.add_geom(
                type=form,
                size=size,
                density=1.0,
                condim=6 if body.kind in (DISC, BALL) else 3,
                **looks,
            )
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        for row, body in enumerate(bodies):
            self._data.qvel[6 * row : 6 * row + 3] = body.speed
            self._data.qvel[6 * row + 3 : 6 * row + 6] = body.spin
        self._still_s = 0.0
        mujoco.mj_forward(self._model, self._data)

    @staticmethod
    def _fence(world: mujoco.MjsBody, tray: Tray) -> None:
        """Unseen walls along the outer edges of the rims: pieces may lie on a rim, not beyond."""
        low = (tray.rim_at - tray.rim_half).min(0)
        high = (tray.rim_at + tray.rim_half).max(0)
        for axis in (0, 1):
            for side in (low[axis], high[axis]):
                size = [0.0, 0.0, WALL_HIGH]
                size[axis], size[1 - axis] = 1.0, float(np.abs([low, high]).max()) + 2.0
                at = [0.0, 0.0, WALL_HIGH]
                at[axis] = float(side + np.copysign(1.0, side))
                world.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, pos=at, size=size)

    @property
    def still(self) -> bool:
        """Nothing has moved for ``STILL_S``."""
        return self._still_s >= STILL_S

    def run(self, seconds: float) -> None:
        """Lets ``seconds`` pass, > 0, in whole steps."""
        for _ in range(max(1, round(seconds / STEP_S))):
            mujoco.mj_step(self._model, self._data)
            speed = np.abs(self._data.qvel).max(initial=0.0)
            self._model.geom_solref[:, 1] = BOUNCE if speed > SLOW else DULL
            self._still_s = 0.0 if speed > STILL_SPEED else self._still_s + STEP_S

    def poses(self) -> list[Pose]:
        """Where the pieces are now, in the order they were given."""
        turns = self._data.xmat[1:].reshape(-1, 3, 3)
        centres = self._data.xpos[1:]
        return [Pose(c.copy(), t.copy()) for c, t in zip(centres, turns, strict=True)]


def settle(
    bodies: Sequence[Body], tray: Tray, friction: float, patience_s: float = 8.0
) -> list[Pose]:
    """Lets pieces fall until they rest.

    Args:
        bodies: the pieces, none inside another.
        tray: what stands on the table.
        friction: coefficient of sliding, > 0.
        patience_s: how long it may take.

    Returns:
        The resting poses in the order of ``bodies``.

    Raises:
        NeverStill: something still moves after ``patience_s``.
        ValueError: a friction that is not positive.
    """
    if not bodies:
        return []
    fall = Fall(bodies, tray, friction)
    for _ in range(round(patience_s / 0.05)):
        fall.run(0.05)
        if fall.still:
            return fall.poses()
    raise NeverStill(f"{len(bodies)} pieces still move after {patience_s} s")


def _form(body: Body) -> tuple[mujoco.mjtGeom, list[float]]:
    """Shape and size as the engine has them."""
    if body.kind == BALL:
        return mujoco.mjtGeom.mjGEOM_SPHERE, [body.half, 0, 0]
    if body.kind == DISC:
        return mujoco.mjtGeom.mjGEOM_CYLINDER, [body.half, body.half * body.thick, 0]
    return mujoco.mjtGeom.mjGEOM_BOX, [body.half] * 3
