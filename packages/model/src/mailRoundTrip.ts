import { part } from "./Part.ts"
import { login, name, target, tls } from "./serviceParts.ts"

const LABEL = "[a-z\\d-]{1,63}"
/** An address as it is written between angle brackets (RFC 5321 section 4.1.2), in ASCII. */
const MAIL_ADDRESS = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]{1,64}@(?:${LABEL}\\.)+${LABEL}$`, "iu")
const ADDRESS_LENGTH = 320
const FOLDERS = 5

const mailAddress = (about: string, example: string) =>
  part.text({
    about,
    example,
    maximum: ADDRESS_LENGTH,
    rule: (value) => MAIL_ADDRESS.test(value) || "must be an email address in ASCII."
  })

const folders = (about: string, example: string) =>
  part.optional(part.list(name("Name of a folder.", example), { about, maximum: FOLDERS }))

const result = (method: string) =>
  part.optional(
    part.word(["pass", "fail", "softfail", "neutral", "none", "temperror", "permerror"], {
      about: `The result of ${method} (RFC 8601).`
    })
  )

/** The parts of the check of a mail round trip. */
export const mailRoundTripParts = {
  send: part.object(
    {
      target: target(25, 465),
      ...tls(["ifOffered", "required", "fromStart", "never"]),
      login,
      clientName: part.optional(
        part.text({
          about: "Name of the client in the EHLO command. Default: the address of the connection.",
          example: "mon.example.com",
          maximum: 253
        })
      )
    },
    { about: "The server for outgoing mail." }
  ),
  from: mailAddress(
    "Sender of the message. If the message cannot be delivered, this address gets a notice.",
    "probe@example.com"
  ),
  to: mailAddress("Recipient of the message.", "inbox@example.com"),
  receive: part.object(
    {
      target: target(143, 993),
      ...tls(["ifOffered", "required", "fromStart", "never"]),
      login,
      folders: folders("The folders in which the message must arrive. Default: the inbox.", "INBOX"),
      junkFolders: folders(
        "Further folders to search, because spam filters move messages there. The service is then down. Default: Junk.",
        "Junk"
      )
    },
    { about: "The IMAP server of the recipient." }
  ),
  authentication: part.optional(
    part.object(
      { spf: result("SPF"), dkim: result("DKIM"), dmarc: result("DMARC") },
      { about: "The results that the receiving server must report." }
    )
  )
} as const
