/** The error of an input that cannot be read. The message says what is wrong and where. */
export class UnreadableSource extends Error {
  override readonly name = "UnreadableSource"
  readonly code = "ERR_UNREADABLE_SOURCE"
}
