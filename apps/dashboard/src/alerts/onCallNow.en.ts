export const onCallNowEn = {
  title: "On call now",
  until: "until",
  next: "Next",
  nobody: "Nobody",
  nobodyNow: "Nobody is on call now",
  gone: "(left the team)"
}

export type OnCallNowWords = typeof onCallNowEn
