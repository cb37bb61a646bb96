"""Reads the upper faces of dice: spots, then faces, then dice, each with its doubt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart_vision.bodies import Body, bodies_of, things_left
from turmwart_vision.faces import Array, Face, find_faces, root_of, smooth_cov
from turmwart_vision.pips import Image, Pips, find_pips

# Half of a die's side in lattice units: measured on common dice it lies between 1.7 and 2.8.
HALF_SIDE = 1.95
# More spots than this are no dice but a pattern; the strongest are looked at.
MAX_SPOTS = 400
# More spots than this are mostly the grain of cloth, wood or a noisy camera.
TEXTURE = 150
# Half of a die's side in radii of its ace.
ACE_MIN, ACE_MAX = 2.3, 8.5
QUALITY_MIN = 0.55
SURE_DOUBT = 0.35
# A face whose pips are this round looks at the camera: no other face of its die lies higher.
FACING = 0.85
# Sides of dice in mm, from the smallest travel dice to jumbo ones.
SIDE_MIN_MM, SIDE_MAX_MM = 4.0, 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A face that may be the upper one of a die.

    Attributes:
        face: which pips lie where.
        body: what lies around.
        quality: 0..1.
        contrast: of its pips, 0..255.
    """

    face: Face
    body: Body
    quality: float
    contrast: float

    @property
    def half_side(self) -> float:
        """Half of the die's side in lattice units."""
        if self.face.value == 1 or self.body.bounded < 0.5:
            return 2.1
        return float(np.clip(self.body.reach / 1.15, 1.8, 2.8))

    @property
    def side_px(self) -> float:
        """Side of the die in px, along the way that is foreshortened least."""
        return 2 * self.half_side * self.face.unit_px


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A die as read.

    Attributes:
        value: 1..6.
        centre_px: (2,) float64, middle of the upper face.
        box_px: (4, 2) float64, corners of the upper face, in order around it.
        doubt: 0 (sure) to 1.
    """

    value: int
    centre_px: Array
    box_px: Array
    doubt: float


def read(frame: Image, mm_per_px: float | None) -> tuple[list[Found], bool]:
    """Read all dice of a picture.

    Args:
        frame: (H, W, 3) uint8, BGR.
        mm_per_px: scale, where it is known, > 0.

    Returns:
        The dice from left to right, and whether the whole picture is vouched for.
    """
    # Spots of 3 px are dice of 15 to 20 px; in large pictures the dice are larger too.
    smallest_px = 3.0 * max(1.0, max(frame.shape[:2]) / 800)
    spots = find_pips(frame, smallest_px)
    crowded = len(spots) > MAX_SPOTS
    if crowded:
        order = np.argsort(-spots.contrast * spots.evenness, kind="stable")[:MAX_SPOTS]
        spots = spots.take(order)
    found = _candidates(frame, spots, mm_per_px)
    picked = _one_for_each_die(spots, found)
    dice = [_finished(spots, number, picked) for number in range(len(picked))]
    dice.sort(key=lambda die: (die.centre_px[0], die.centre_px[1]))
    sure = not crowded and _vouched(frame, spots, picked, dice)
    return dice, sure


def _candidates(frame: Image, spots: Pips, mm_per_px: float | None) -> list[Candidate]:
    aces = _aces(frame, spots)
    patterns = _patterns(frame, spots, aces)
    usual = _usual_side([*patterns, *aces.values()])

    def of_usual_size(candidate: Candidate) -> bool:
        side = candidate.side_px
        if mm_per_px is not None and not SIDE_MIN_MM < side * mm_per_px < SIDE_MAX_MM:
            return False
        return 0.45 * usual < side < 2.2 * usual

    patterns = [c for c in patterns if of_usual_size(c)]
    taken = np.zeros(len(spots), np.bool_)
    for candidate in patterns:
        taken |= _local(candidate.face, spots.centre_px) < 1.6
    # An ace is no smaller than the pips of other dice.
    strong = [c.face.radius for c in patterns if c.quality > 0.8]
    least = 0.5 * float(np.median(strong)) if strong else 0.0
    return patterns + [
        ace
        for i, ace in aces.items()
        if of_usual_size(ace) and not taken[i] and ace.face.radius > least
    ]


def _local(face: Face, points: NDArray[np.float32] | Array) -> Array:
    """Larger of the two lattice coordinates of each (N, 2) point, in units."""
    across = np.linalg.solve(face.basis, (points - face.centre).T)
    largest: Array = np.abs(across).max(axis=0)
    return largest


def _aces(frame: Image, spots: Pips) -> dict[int, Candidate]:
    """Spots that lie alone in the middle of a compact body."""
    plain = (spots.evenness >= 0.85) & (spots.flatness >= 0.35)
    plain &= (spots.contrast >= 30) & (spots.roundness >= 0.88)
    if len(spots) > TEXTURE:
        # Where the table itself is full of spots, an ace must stand out from them.
        plain &= spots.contrast > min(1.6 * float(np.median(spots.contrast)), 60.0)
    rows = np.flatnonzero(plain)
    shape = root_of(smooth_cov(spots)[rows])
    centre = spots.centre_px[rows].astype(np.float64)
    ring, core = spots.ring[rows].astype(np.float64), spots.core[rows].astype(np.float64)
    bodies = bodies_of(frame, centre, shape, ring, core, 1.5, 12.0)
    radius, flat = spots.radius_px, spots.flatness
    found: dict[int, Candidate] = {}
    for n, (i, body) in enumerate(zip(rows.tolist(), bodies, strict=True)):
        half = body.reach / 1.12
        if body.quality < 0.68 or not ACE_MIN < half < ACE_MAX:
            continue
        basis = shape[n] * (half / HALF_SIDE)
        face = Face(
            1, centre[n], basis, (i,), 0.0, float(flat[i]), float(radius[i]), body.balance, 0.0
        )
        found[i] = Candidate(face, body, body.quality, float(spots.contrast[i]))
    return found


def _patterns(frame: Image, spots: Pips, aces: dict[int, Candidate]) -> list[Candidate]:
    """Faces of two to six pips that are worth a thought."""
    faces = find_faces(frame, spots)
    hollow = _hollow(spots, [f for f in faces if f.match > 0.75])

    def joins_two_dice(face: Face) -> bool:
        return face.value <= 2 and all(i in aces and aces[i].quality > 0.75 for i in face.rows)

    faces = [f for f in faces if not hollow[list(f.rows)].any() and not joins_two_dice(f)]
    if not faces:
        return []
    ring = np.array([np.median(spots.ring[list(f.rows)], axis=0) for f in faces], np.float64)
    core = np.array([np.median(spots.core[list(f.rows)], axis=0) for f in faces], np.float64)
    centre = np.array([f.centre for f in faces])
    basis = np.array([f.basis for f in faces])
    bodies = bodies_of(frame, centre, basis, ring, core, 1.6, 5.0)
    found: list[Candidate] = []
    for face, body in zip(faces, bodies, strict=True):
        quality = face.match - 0.3 * face.misfit
        if face.margin < 0.03:
            quality -= 0.3
        # Fewer spots than the pattern has pips: the rest is read from the picture alone.
        quality -= 0.05 * abs(face.value - len(face.rows))
        if face.value <= 3 and body.bounded < 0.6:
            quality -= 0.25
        if face.value == 2:
            quality -= 0.1
        if quality >= QUALITY_MIN:
            contrast = float(spots.contrast[list(face.rows)].mean())
            found.append(Candidate(face, body, quality, contrast))
    return found


def _hollow(spots: Pips, faces: list[Face]) -> NDArray[np.bool_]:
    """Spots that hold a face: they are dice, not pips."""
    hollow = np.zeros(len(spots), np.bool_)
    radius = spots.radius_px
    for face in faces:
        away = np.hypot(*(spots.centre_px - face.centre).T)
        hollow |= (away < radius) & (radius > 2.0 * face.radius)
    return hollow


def _usual_side(found: list[Candidate]) -> float:
    """Side in px that most candidates agree on; 0 without any."""
    if not found:
        return 0.0
    sides = np.array([c.side_px for c in found])
    weights = np.array([c.quality * np.sqrt(len(c.face.rows)) * c.contrast for c in found])
    near = np.abs(np.log(sides[:, None] / sides[None, :])) < np.log(1.4)
    best = int(np.argmax((near * weights[None, :]).sum(axis=1)))
    return float(np.average(sides[near[best]], weights=weights[near[best]]))


def _one_for_each_die(
    spots: Pips, found: list[Candidate]
) -> list[tuple[Candidate, list[Candidate]]]:
    """The upper face of each die, and the other faces of it that were seen."""
    left = sorted(found, key=lambda c: -(len(c.face.rows) + 1) * c.quality)
    picked: list[tuple[Candidate, list[Candidate]]] = []
    while left:
        group = [c for c in left if c is left[0] or _same_die(spots, left[0], c)]
        best = group[0]
        for rival in group[1:]:
            if _above(spots, rival, best):
                best = rival
        others = [c for c in left if c is not best and (c in group or _same_die(spots, best, c))]
        picked.append((best, others))
        left = [c for c in left if c is not best and c not in others]
    return picked


def _above(spots: Pips, rival: Candidate, best: Candidate) -> bool:
    """Is ``rival`` the upper face rather than ``best``, of the same die?"""
    if rival.quality < 0.7 * best.quality:
        return False
    stronger = rival.contrast / best.contrast
    if not 0.5 < stronger < 1.9:
        # Specks of dirt make faces too, but faint ones.
        return stronger > 1
    one, other = rival.face, best.face
    if one.value == 1:
        alike = spots.light[one.rows[0]] == spots.light[other.rows[0]]
        if not alike or not 0.75 < one.radius / other.radius < 2.0:
            return False
    return topness(one, other) > 0


def topness(a: Face, b: Face) -> float:
    """Above 0: ``a`` is more of an upper face than ``b`` of the same die.

    A camera that looks down at a slant has the upper face above the side faces in the picture;
    one that looks straight down sees side faces much foreshortened, on any side.
    """
    way = b.centre - a.centre
    up = float(way[1] / max(np.hypot(*way), 1e-6))
    return float(np.log(_flat(a) / _flat(b))) + 0.65 * up


def _flat(face: Face) -> float:
    if face.value < 4:
        return max(face.flatness, 0.1)
    values = np.linalg.svd(face.basis, compute_uv=False)
    return max(float(values[1] / values[0]), 0.1)


def _same_die(spots: Pips, a: Candidate, b: Candidate) -> bool:
    """May both be faces of one die?

    Faces that lie level are tops of neighbours, at least a side apart; a face that leans away
    from the other may be its neighbour on the same cube, which at a slant is up to 1.1 sides off.
    """
    if a.face.area_px < b.face.area_px:
        a, b = b, a
    one, other = a.face, b.face
    if not 0.4 < one.unit_px / other.unit_px < 2.5:
        return False
    away = np.linalg.solve(one.basis, other.centre - one.centre)
    sides = float(np.hypot(*away)) / (2 * a.half_side)
    if sides < 0.6:
        return True
    if spots.light[one.rows[0]] != spots.light[other.rows[0]] or not _same_paint(spots, one, other):
        return False
    if _cubic(one, other):
        return True
    lean = np.linalg.svd(np.linalg.solve(one.basis, other.basis), compute_uv=False)
    ratio, area = float(lean[0] / lean[1]), float(lean[0] * lean[1])
    if min(one.value, other.value) == 1:
        ratio = max(ratio, min(1.15 + 0.3 * (1 / area - 1.2) / 0.6, 1.22))
    elif min(one.value, other.value) <= 3 and min(one.radius, other.radius) < 2.2 and area > 0.6:
        # Of the smallest pips the shape tells little.
        ratio = min(ratio, 1.25)
    return sides < 0.8 + 0.45 * float(np.clip((ratio - 1.15) / 0.3, 0, 1))


def _cubic(a: Face, b: Face) -> bool:
    """Do two faces fit on one cube, one below the other, with an edge in common?"""
    way = b.centre - a.centre
    if abs(way[1]) < 0.7 * np.hypot(*way) or min(a.value, b.value) == 1:
        return False
    for i in (0, 1):
        for j in (0, 1):
            shared = a.basis[:, i]
            sign = 1.0 if shared @ b.basis[:, j] > 0 else -1.0
            if np.hypot(*(shared - sign * b.basis[:, j])) > 0.3 * np.hypot(*shared):
                continue
            down = a.basis[:, 1 - i] * np.sign(a.basis[:, 1 - i] @ way)
            more = b.basis[:, 1 - j] * np.sign(b.basis[:, 1 - j] @ way)
            both = down + more
            half = float(both @ way / (both @ both))
            if 1.5 < half < 3.0 and np.hypot(*(way - half * both)) < 0.2 * np.hypot(*way):
                return True
    return False


def _same_paint(spots: Pips, a: Face, b: Face) -> bool:
    """Are the colours the same but for the light that falls on them?"""
    one = np.median(spots.ring[list(a.rows)], axis=0) + 8
    two = np.median(spots.ring[list(b.rows)], axis=0) + 8
    cosine = float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two)))
    return cosine > 0.9 and 0.3 < float(one.sum() / two.sum()) < 3.3


def _finished(spots: Pips, number: int, picked: list[tuple[Candidate, list[Candidate]]]) -> Found:
    candidate, rivals = picked[number]
    face = candidate.face
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) * candidate.half_side
    against = [
        *_against_face(candidate),
        *_against_place(spots, number, picked),
        *(
            _between(topness(face, rival.face), 0.35, 0.0)
            for rival in rivals
            if rival.quality >= 0.7 * candidate.quality
        ),
    ]
    return Found(face.value, face.centre, face.centre + corners @ face.basis.T, max(against))


def _against_face(candidate: Candidate) -> list[float]:
    """What the face itself has against it, each 0..1."""
    face, body = candidate.face, candidate.body
    against = [_between(candidate.contrast, 45, 15)]
    if face.value == 1:
        return [
            *against,
            _between(candidate.quality, 0.95, 0.75),
            _between(body.spread, 1.35, 1.9),
            _between(face.flatness, 0.7, 0.4),
        ]
    return [
        *against,
        _between(face.match - 0.3 * face.misfit, 0.97, 0.77),
        _between(face.margin, 0.1, 0.04),
        _between(len(face.rows), face.value, face.value - 1.5),
        _between(body.bounded, 0.6, 0.2),
    ]


def _against_place(
    spots: Pips, number: int, picked: list[tuple[Candidate, list[Candidate]]]
) -> list[float]:
    """What lies around the face and speaks against it, each 0..1."""
    candidate = picked[number][0]
    face = candidate.face
    against = [0.0]
    alike = (spots.light == spots.light[face.rows[0]]) & (spots.contrast > 0.4 * candidate.contrast)
    size = spots.radius_px / face.radius
    alike &= (size > 0.5) & (size < 2.0)
    alike[list(face.rows)] = False
    # Pips on the face that the pattern does not know.
    if (alike & (_local(face, spots.centre_px) < 1.5)).any():
        against.append(0.6)
    # Pips above that belong to no die: this may be a side face, its upper face unread.
    for other, others in picked:
        alike[[row for c in (other, *others) for row in c.face.rows]] = False
    way = spots.centre_px - face.centre
    distance = np.hypot(*way.T)
    above = (way[:, 1] < -0.5 * distance) & (distance < 1.25 * candidate.side_px)
    if _flat(face) < FACING and (alike & above).any():
        against.append(0.5)
    # Two dice so near that they may be two faces of one.
    for n, (other, _) in enumerate(picked):
        if n != number and _may_be_one(spots, candidate, other):
            against.append(0.5)
    return against


def _may_be_one(spots: Pips, a: Candidate, b: Candidate) -> bool:
    if a.face.area_px < b.face.area_px:
        a, b = b, a
    away = np.linalg.solve(a.face.basis, b.face.centre - a.face.centre)
    if min(_flat(a.face), _flat(b.face)) > FACING:
        return False
    if float(np.hypot(*away)) > 1.5 * 2 * a.half_side or not _same_paint(spots, a.face, b.face):
        return False
    lean = np.linalg.svd(np.linalg.solve(a.face.basis, b.face.basis), compute_uv=False)
    return bool(lean[0] > 1.12 * lean[1] or lean[0] * lean[1] < 0.8)


def _between(value: float, good: float, bad: float) -> float:
    """0 at ``good`` and better, 1 at ``bad`` and worse."""
    return float(np.clip((value - good) / (bad - good), 0.0, 1.0))


def _vouched(
    frame: Image,
    spots: Pips,
    picked: list[tuple[Candidate, list[Candidate]]],
    dice: list[Found],
) -> bool:
    """Would we stake a battle on this reading?"""
    if not dice or max(die.doubt for die in dice) > SURE_DOUBT:
        return False
    sides = np.array([c.side_px for c, _ in picked])
    if sides.max() > 1.8 * sides.min() or _pips_left(spots, [c for c, _ in picked]):
        return False
    side = float(np.median(sides))
    centres = np.array([die.centre_px for die in dice])
    others = np.array([r.face.centre for _, rivals in picked for r in rivals]).reshape(-1, 2)
    # Marks as strong as pips may be in bad light; grain and scratches are fainter.
    least = max(22.0, 0.3 * min(c.contrast for c, _ in picked))
    marked = (spots.radius_px < 0.25 * side) & (spots.contrast > least) & (spots.evenness > 0.6)
    marks = spots.centre_px[marked].astype(np.float64)
    return things_left(frame, centres, others, side, marks) == 0


def _pips_left(spots: Pips, picked: list[Candidate]) -> bool:
    """Are there good pips that lie on none of the dice?"""
    free = np.ones(len(spots), np.bool_)
    for candidate in picked:
        away = np.hypot(*(spots.centre_px - candidate.face.centre).T)
        free &= away > 1.0 * candidate.side_px
    radius = np.array([c.face.radius for c in picked])
    contrast = min(c.contrast for c in picked)
    good = (spots.evenness > 0.85) & (spots.roundness > 0.9) & (spots.flatness > 0.5)
    good &= spots.contrast > max(0.6 * contrast, 30)
    good &= (spots.radius_px > 0.6 * radius.min()) & (spots.radius_px < 1.7 * radius.max())
    return bool((free & good).any())
