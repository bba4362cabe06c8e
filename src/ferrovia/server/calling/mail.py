"""Mail, where the keeper of a server has named one that takes it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from typing import Final

from ferrovia.server.calling.posting import Unreachable
from ferrovia.server.settings import Settings

SECONDS: Final = 15.0
ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
"""Plain ones; what is quoted or commented in an address may be anything."""


def is_address(text: str) -> bool:
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True)
class Letter:
    to: str
    subject: str
    text: str
    id: str
    """The same for the same letter, so that one that is sent again is known."""
    stop: str
    """The address that stops all further ones."""


def written(letter: Letter, sender: str) -> EmailMessage:
    message = EmailMessage()
    name, _, domain = sender.rpartition("@")
    message["From"] = Address("Ferrovia", name, domain)
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Message-ID"] = f"<{letter.id}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{letter.stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    return message


async def send(letter: Letter, settings: Settings) -> None:
    """Raises Unreachable if the mail server does not take it."""
    try:
        await asyncio.to_thread(send_now, letter, settings)
    except (OSError, smtplib.SMTPException) as error:
        raise Unreachable from error


def send_now(letter: Letter, settings: Settings) -> None:
    assert settings.smtp_host is not None
    assert settings.mail_from is not None
    secure = ssl.create_default_context()
    server: smtplib.SMTP
    if settings.smtp_security == "tls":
        server = smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=SECONDS, context=secure)
    else:
        server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS)
    with server:
        if settings.smtp_security == "starttls":
            server.starttls(context=secure)
        if settings.smtp_user is not None:
            server.login(settings.smtp_user, settings.smtp_password or "")
        server.send_message(written(letter, settings.mail_from))
