import type { ValueType } from "@mon/bundled/command-line"

/** A URL that a check can request. The prefix `https://` is optional. */
export const webUrl: ValueType<string> = {
  placeholder: "url",
  takes: "an http or https URL",
  read: (given) => {
    const url = URL.parse(given.includes("://") ? given : `https://${given}`)
    return url !== null && /^https?:$/u.test(url.protocol) && url.hostname !== "" ? url.href : undefined
  }
}
