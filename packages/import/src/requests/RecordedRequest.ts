/** A part of a request, and its name in the source. */
export interface RequestPart {
  readonly from: string
  readonly value: string
}

/** A header of a request. */
export interface RequestHeader extends RequestPart {
  readonly name: string
}

/** An HTTP request that a person has written or recorded. */
export interface RecordedRequest {
  readonly url: string
  readonly method: RequestPart
  readonly headers: ReadonlyArray<RequestHeader>
  readonly body: RequestPart | null
  /** The user name and the password, separated by a colon. */
  readonly user: RequestPart | null
  readonly token: RequestPart | null
  /** The status of the recorded response. Null if there is none. */
  readonly status: RequestPart | null
  readonly followsRedirects: boolean
  /** The parts that Mon cannot send, with the reasons. */
  readonly leftOut: ReadonlyArray<readonly [from: string, reason: string]>
}
