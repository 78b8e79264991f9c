/** The error for an input that cannot be read. The message names the problem and its place. */
export class UnreadableSource extends Error {
  override readonly name = "UnreadableSource"
  readonly code = "ERR_UNREADABLE_SOURCE"
}
