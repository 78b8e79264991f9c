import type { OutcomeCode, Verdict } from "../../Outcome.ts"
import type { ConnectionFacts } from "../Connection.ts"
import type { ServiceExpectation } from "../ServiceResult.ts"
import type { Login, TlsUse } from "../protocol/Protocol.ts"
import type { MailAuthentication, MailHop } from "./messageHeader.ts"

/** A mail server, and how to use it. */
export interface MailServer {
  /** The server, as "host" or "host:port". The default port depends on `tls`: 25 or 465, and 143 or 993. */
  readonly target: string
  /** How the check uses TLS. Default: "ifOffered". */
  readonly tls?: TlsUse
  /** The name for SNI and for the certificate. Default: the host of the target. */
  readonly serverName?: string
  readonly login?: Login
}

/** A check that sends a message, and waits until it is in a mailbox. The message is deleted. */
export interface MailRoundTripRequest {
  /** The server for outgoing mail. */
  readonly send: MailServer & {
    /** The client's name in the EHLO command. Default: the address of the connection. */
    readonly clientName?: string
  }
  readonly from: string
  readonly to: string
  /** The IMAP server of the recipient. */
  readonly receive: MailServer & {
    /** The folders in which the message is expected. Default: the inbox. */
    readonly folders?: ReadonlyArray<string>
    /** Further folders to search, because spam filters move messages there. Default: "Junk". */
    readonly junkFolders?: ReadonlyArray<string>
  }
  /** The time within which the message must arrive, from 5 seconds to 15 minutes, in milliseconds. Default: 120,000. */
  readonly withinMs?: number
  /** The time limit for each connection, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The only IP version over which to connect. Default: both. */
  readonly family?: 4 | 6
  /** The results that the receiving server must report. */
  readonly expect?: MailAuthentication
}

/** A round trip as the check of a service. The time within which the message must arrive depends on the time limit. */
export interface MailRoundTripCheck extends Omit<MailRoundTripRequest, "expect" | "timeoutMs" | "withinMs"> {
  readonly type: "mailRoundTrip"
  /** The time limit for the whole check, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number
  /** The results that the receiving server must report. */
  readonly authentication?: MailAuthentication
  /** The conditions of every check. The response time is the time until the message has arrived. */
  readonly expect?: ReadonlyArray<ServiceExpectation>
}

/** One connection of a round trip. */
export type MailConnection = ConnectionFacts

/** The result of a round trip. */
export interface MailRoundTripResult {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly outcome: OutcomeCode
  readonly verdict: Verdict
  readonly deterministic: boolean
  /** A sentence that describes the problem for people. Null if there is no problem. */
  readonly message: string | null
  /**
   * The part that failed: the connection that sends, the connection to the mailbox, or the delivery between them, which
   * was too slow or had another result than expected. Null if none failed.
   */
  readonly failedPart: "delivery" | "receive" | "send" | null
  /** The time from the server's acceptance of the message until the check saw it. Null if it did not arrive. */
  readonly deliveredMs: number | null
  /** The server's reply to the message, which often names it in its queue. Null if the message was not accepted. */
  readonly accepted: string | null
  /** The folder with the message. Null if it did not arrive. */
  readonly folder: string | null
  /** The servers that took the message, in order, from its Received fields. */
  readonly hops: ReadonlyArray<MailHop>
  /** What the receiving server reports about SPF, DKIM and DMARC. */
  readonly authentication: MailAuthentication
  readonly send: MailConnection | null
  /** The last connection to the mailbox. */
  readonly receive: MailConnection | null
  /** The error in the engine's own code. Present only with the outcome `prober_fault`. */
  readonly thrown?: Error
}
