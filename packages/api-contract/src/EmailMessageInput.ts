import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

const optionalText = (message: string, description: string, example: string) =>
  Schema.optionalKey(Schema.String.annotate({ message, description, examples: [example] }))

/** The body of a request to check one email message. */
export const CheckEmailMessage = Schema.Struct({
  message: Schema.String.annotate({
    message: messages.messageRequired,
    description:
      "The message as it was received, headers and body. Lines end with CRLF or LF. Mon reads the text as UTF-8 and does not store it.",
    examples: ["From: Ada <ada@example.com>\r\nSubject: Dinner\r\n\r\nAre you hungry yet?\r\n"]
  }).pipe(Schema.annotateKey({ messageMissingKey: messages.messageRequired })),
  clientIp: optionalText(
    messages.clientIpInvalid,
    "IP address of the server that sent the message. Without it, SPF is not checked.",
    "192.0.2.1"
  ),
  helo: optionalText(messages.heloInvalid, "Name that this server gave in HELO or EHLO.", "mail.example.com"),
  mailFrom: optionalText(
    messages.mailFromInvalid,
    "MAIL FROM address. An empty string means a bounce. Default: the address in the Return-Path header.",
    "ada@example.com"
  )
}).annotate({ identifier: "CheckEmailMessage", title: "CheckEmailMessage", description: "The message to check." })
export type CheckEmailMessage = typeof CheckEmailMessage.Type
