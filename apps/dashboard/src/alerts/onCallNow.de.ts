import type { OnCallNowWords } from "./onCallNow.en.ts"

export const onCallNowDe: OnCallNowWords = {
  title: "Bereitschaft jetzt",
  until: "bis",
  next: "Danach",
  nobody: "Niemand",
  nobodyNow: "Jetzt hat niemand Bereitschaft",
  gone: "(nicht mehr im Team)"
}
