export const dnsRepairEn = {
  title: "Was this DNS change intended?",
  titleOver: "Last DNS change",
  states: { open: "open", applied: "seen", verified: "verified", closed: "restored", ended: "not tracked" },
  open: "This change may affect the domain's email. If it is intended, say so. If not, restore the records and press the first button. Mon will query the servers immediately. Mon stops tracking the change 7 days after it was found.",
  openForReaders:
    "This change may affect the domain's email. Mon notices when the records are restored. It stops tracking the change 7 days after it was found.",
  notRestored: (when: string) => `Reported as restored ${when}, but not every name server had the records.`,
  applied: "The records are as before the change.",
  behind: (servers: string) => `Not yet on: ${servers}.`,
  silent: (servers: string) => `No response from: ${servers}.`,
  closed: "Every name server and Mon's resolvers have the records from before the change.",
  ended: "Mon no longer tracks this change. Either somebody marked it as intended, or 7 days have passed.",
  reopened: (count: number) =>
    count === 1 ? "The records changed again once." : `The records changed again ${count} times.`,
  took: "Time to repair",
  records: "Records from before the change",
  publish: "To publish",
  remove: "To delete",
  resolver: "Mon's resolver",
  restored: "I have restored the records",
  intended: "The change is intended",
  asked: "Mon has queried the servers.",
  dismissed: "Marked as intended."
}
