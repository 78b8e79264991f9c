import type { StoreError } from "@mon/core-store"
import type { Stream } from "effect"

/** A response that is ready to be written. */
export interface HttpResponse {
  readonly status: number
  /** A stream is written as fast as the client reads. */
  readonly body: string | Uint8Array | Stream.Stream<string | Uint8Array, StoreError>
  readonly contentType: string
  readonly headers?: ResponseHeaders
  /**
   * Whether the body may be compressed. Not if it contains a secret beside text that somebody else can choose: the
   * size of the compressed body would reveal the secret piece by piece (BREACH).
   */
  readonly compressible?: boolean
  /** Whether the response gets an ETag, so that a client can ask whether its copy is still valid. */
  readonly validated?: boolean
  /** Whether the body ends only with the connection or the server. */
  readonly endless?: boolean
}

/** Header fields by name. A list is sent as several fields, which only `Set-Cookie` needs. */
export type ResponseHeaders = Readonly<Record<string, string | Array<string>>>

export const JSON_TYPE = "application/json; charset=utf-8"

export const jsonResponse = (status: number, body: unknown): HttpResponse => ({
  status,
  body: JSON.stringify(body),
  contentType: JSON_TYPE
})

/** The result of an endpoint whose response has further header fields, such as a new session cookie. */
export class AnswerWithHeaders<A extends object> {
  readonly body: A
  readonly headers: ResponseHeaders

  constructor(body: A, headers: ResponseHeaders) {
    this.body = body
    this.headers = headers
  }
}

/** The result of an endpoint that returns text to be read as it is. */
export class PlainText {
  readonly contentType: string
  readonly text: string

  constructor(contentType: string, text: string) {
    this.contentType = contentType
    this.text = text
  }
}

/** A file download: the result of an endpoint that returns text or bytes. */
export class FileDownload {
  readonly filename: string
  readonly contentType: string
  /** Read from the store while they are sent. */
  readonly pieces: Stream.Stream<string | Uint8Array, StoreError>

  /** `filename` consists of letters, digits, dots and dashes. */
  constructor(filename: string, contentType: string, pieces: Stream.Stream<string | Uint8Array, StoreError>) {
    this.filename = filename
    this.contentType = contentType
    this.pieces = pieces
  }
}

/** A stream of server-sent events: the result of an endpoint that never ends by itself. */
export class EventStream {
  readonly pieces: Stream.Stream<string>

  constructor(pieces: Stream.Stream<string>) {
    this.pieces = pieces
  }
}

export const eventStreamResponse = (status: number, { pieces }: EventStream): HttpResponse => ({
  status,
  body: pieces,
  contentType: "text/event-stream; charset=utf-8",
  // Proxies such as nginx buffer responses otherwise.
  headers: { "X-Accel-Buffering": "no", "X-Content-Type-Options": "nosniff" },
  endless: true
})

export const downloadResponse = (status: number, { contentType, filename, pieces }: FileDownload): HttpResponse => ({
  status,
  body: pieces,
  contentType,
  headers: { "Content-Disposition": `attachment; filename="${filename}"`, "X-Content-Type-Options": "nosniff" }
})
