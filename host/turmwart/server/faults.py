"""Answers to requests that cannot be answered: one clear JSON object each."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from turmwart.errors import JournalError
from turmwart.texts import say, say_error


class Fault(BaseModel):
    """Why a request was not answered."""

    id: str = Field(description="Id of the text.")
    message: str = Field(description="The same in words, with the remedy.")
    where: list[str] = Field(description="Which parts of the request are meant.")


class FaultAnswer(BaseModel):
    """An answer with a status of 400 or above."""

    error: Fault


def fault(
    status: int,
    text_id: str,
    language: str,
    /,
    *,
    where: tuple[str, ...] = (),
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> JSONResponse:
    """An error as JSON.

    Args:
        status: HTTP status.
        text_id: id of the text.
        language: of its words.
        where: parts of the request that are meant.
        headers: more headers of the answer.
        values: what the text names; lists are joined.
    """
    said = {n: ", ".join(v) if isinstance(v, list | tuple) else v for n, v in values.items()}
    message = say(text_id, language, **said)
    body = FaultAnswer(error=Fault(id=text_id, message=message, where=list(where)))
    return JSONResponse(body.model_dump(), status_code=status, headers=headers)


READ_ONLY = {404: "server.error.no_page", 405: "server.error.read_only"}
"""Status -> what is said where an address, or a method, is not there."""


def install(
    app: FastAPI,
    language: str,
    headers: Mapping[str, str],
    known: Mapping[int, str] = READ_ONLY,
) -> None:
    """Let ``app`` answer all errors this way.

    Args:
        app: the application.
        language: of the words.
        headers: headers of the answer to a defect of ours, which passes no middleware.
        known: what is said instead of the status.
    """

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        text_id = known.get(error.status_code, "server.error.refused")
        return fault(
            error.status_code,
            text_id,
            language,
            headers=error.headers,
            path=request.url.path,
            method=request.method,
            status=error.status_code,
        )

    @app.exception_handler(RequestValidationError)
    async def unfit(request: Request, error: RequestValidationError) -> JSONResponse:
        where = tuple(".".join(str(part) for part in e["loc"]) for e in error.errors())
        reasons = [f"{place}: {e['msg']}" for place, e in zip(where, error.errors(), strict=True)]
        return fault(422, "server.error.unfit", language, where=where, reasons=reasons)

    @app.exception_handler(JournalError)
    async def not_stored(request: Request, error: JournalError) -> JSONResponse:
        # A full disk is no defect. Where the journal lies is nobody's business who looks on.
        reason = error.values.get("reason") or say_error(error, language).rstrip(".")
        return fault(503, "server.error.not_stored", language, reason=reason)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        return fault(500, "server.error.failed", language, headers=headers)
