import type { ValueType } from "@mon/bundled/command-line"
import { isPublicId } from "@mon/model"

export const publicId: ValueType<string> = {
  placeholder: "id",
  takes: "an id such as 01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  read: (given) => (isPublicId(given) ? given : undefined)
}
