import type { Monitor } from "../api/monitors.ts"

/** Returns whether a monitor matches the tag and the text of filters, whatever its state. */
export const hasTagAndText = ({
  tag,
  text
}: {
  readonly tag: string
  readonly text: string
}): ((monitor: Monitor) => boolean) => {
  const wanted = text.trim().toLowerCase()
  return ({ host, name, tags }) =>
    (tag === "" || tags.some(({ id }) => id === tag)) &&
    (wanted === "" || name.toLowerCase().includes(wanted) || host.toLowerCase().includes(wanted))
}
