import type { StoreError } from "@mon/core-store"
import type { Stream } from "effect"

/** A file to be downloaded, in pieces that are read while it is sent. */
export class FileReply {
  readonly filename: string
  readonly contentType: string
  readonly pieces: Stream.Stream<string, StoreError>

  /** `filename`: letters, digits, dots and dashes. */
  constructor(filename: string, contentType: string, pieces: Stream.Stream<string, StoreError>) {
    this.filename = filename
    this.contentType = contentType
    this.pieces = pieces
  }
}
