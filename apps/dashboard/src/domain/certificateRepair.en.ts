export const certificateRepairEn = {
  title: "Certificate repair",
  states: { open: "open", applied: "seen", verified: "verified", closed: "finished", ended: "not verified" },
  open: "When you have installed a valid certificate, press the button. Mon will check immediately and verify it from every location.",
  openForReaders: "When a location sees a valid certificate, Mon verifies it from every location.",
  reported: "Reported as repaired. Mon is checking now.",
  stillInvalid: "Reported as repaired, but the next check still found an invalid certificate.",
  seen: (valid: number, all: number) => `${valid} of ${all} locations see a valid certificate.`,
  waiting: (locations: string) => `Not yet: ${locations}.`,
  closed: "Every location sees a valid certificate.",
  ended: "Mon no longer tracks this repair, because it could not verify it from every location.",
  took: "Time to repair",
  reopened: (count: number) =>
    count === 1 ? "The certificate became invalid again once." : `The certificate became invalid again ${count} times.`,
  done: "I have repaired it",
  asked: "Mon is checking the certificate now."
}
