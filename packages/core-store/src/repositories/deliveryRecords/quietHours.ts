import { ChannelQuietHours } from "@mon/model"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownOption(Schema.NullOr(ChannelQuietHours))

/** The quiet hours of a JSON column; null also when they are in the format of another release. */
export const readQuietHours = (stored: unknown): ChannelQuietHours | null => {
  const read = decode(stored)
  return read._tag === "Some" ? read.value : null
}
