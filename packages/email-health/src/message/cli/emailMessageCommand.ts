import {
  command,
  CommandError,
  ExitCode,
  flag,
  list,
  optional,
  text,
  UsageError,
  type ValueType
} from "@mon/bundled/command-line"
import { ipAddress, nameServers } from "../../cli/optionValues.ts"
import { coloured, plain } from "../../cli/Paint.ts"
import { checkMessage } from "../checkMessage.ts"
import { EmailMessageError } from "../EmailMessageError.ts"
import type { MessageReport } from "../MessageReport.ts"
import { messageCard } from "./MessageCard.ts"
import { createReadStream } from "node:fs"
import process from "node:process"
import { MAX_MESSAGE_OCTETS } from "../limits.ts"

/** Reads a message from a file, or from standard input for "-". Stops at the size limit for messages. */
const readMessageFile = async (path: string): Promise<Uint8Array> => {
  const chunks: Array<Buffer> = []
  let size = 0
  try {
    for await (const chunk of path === "-" ? process.stdin : createReadStream(path)) {
      const bytes = Buffer.from(chunk as Uint8Array)
      size += bytes.length
      if (size > MAX_MESSAGE_OCTETS) break
      chunks.push(bytes)
    }
  } catch (error) {
    throw new CommandError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (size > MAX_MESSAGE_OCTETS) throw new CommandError(`${path} is larger than ${MAX_MESSAGE_OCTETS} octets.`)
  return Buffer.concat(chunks)
}

/** An empty address means that the message is a bounce. */
const sender: ValueType<string> = { placeholder: "address", takes: "an email address", read: (given) => given }

const exitCodeOf = (reports: ReadonlyArray<MessageReport>): number => {
  const verdicts = reports.map(({ verdict }) => verdict)
  if (verdicts.includes("fail")) return ExitCode.finding
  return verdicts.includes("unknown") ? ExitCode.couldNot : ExitCode.ok
}

const OPTION: Readonly<Partial<Record<EmailMessageError["reason"], string>>> = {
  InvalidHelo: "--helo must be a name of at most 255 characters, without spaces.",
  InvalidMailFrom: "--mail-from must be an email address, or empty for a bounce."
}

const refusal = (file: string, error: EmailMessageError): Error => {
  const usage = OPTION[error.reason]
  return usage === undefined ? new CommandError(`${file}: ${error.message}`) : new UsageError(usage)
}

export const emailMessageCommand = command({
  name: "mon-email-message",
  description:
    "Verifies SPF, DKIM, DMARC, ARC, one-click unsubscribe and the headers of received messages. It does not store anything.",
  options: {
    json: flag("Print the reports as JSON: one object, or a list for several files"),
    ip: optional(ipAddress, "The address of the server that sent the message; without it, SPF is not checked"),
    helo: optional(text("name", "a host name"), "The name that this server used in HELO or EHLO"),
    "mail-from": optional(sender, "The MAIL FROM address (default: the address in Return-Path)"),
    "received-by": optional(
      text("host", "the name of your receiving server"),
      "Read the address and HELO from the topmost Received header that this host added"
    ),
    dns: list(nameServers, "Use this DNS server instead of the system's")
  },
  arguments: {
    file: list(text("file", "a file"), "Files that contain one message each. Use - or no file for standard input")
  },
  exitCodes: {
    ok: "No message has a critical or high finding",
    finding: "At least one message has a critical or high finding",
    couldNot:
      "At least one file could not be read. Or at least one result is unknown, but no message has a critical or high finding"
  },
  run: async ({ dns, file, helo, ip, json, "mail-from": mailFrom, "received-by": receivedBy }, terminal) => {
    const servers = dns.flat()
    const options = {
      ...(servers.length === 0 ? {} : { servers }),
      ...(ip === null ? {} : { clientIp: ip }),
      ...(helo === null ? {} : { helo }),
      ...(mailFrom === null ? {} : { mailFrom }),
      ...(receivedBy === null ? {} : { receivedBy }),
      signal: terminal.signal
    }
    const files = file.length === 0 ? ["-"] : file
    const reports: Array<MessageReport> = []
    for (const path of files) {
      const bytes = await readMessageFile(path)
      try {
        reports.push(await checkMessage(bytes, options))
      } catch (error) {
        throw error instanceof EmailMessageError ? refusal(path, error) : error
      }
      const report = reports.at(-1)
      if (!json && report !== undefined)
        terminal.out(`${messageCard(path, report, terminal.colour ? coloured : plain)}\n`)
    }
    const [first, ...more] = reports.map((report, index) => ({ file: files[index] ?? "-", ...report }))
    if (json) terminal.out(`${JSON.stringify(more.length === 0 ? first : [first, ...more], null, 2)}\n`)
    return exitCodeOf(reports)
  }
})
