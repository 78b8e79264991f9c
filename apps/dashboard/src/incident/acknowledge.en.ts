export const acknowledgeEn = {
  acknowledgement: "Acknowledgement",
  acknowledge: "Acknowledge",
  acknowledgeHint:
    "Other people will see that someone is working on the incident. Reminders stop, but everyone is still notified of the recovery.",
  note: "Note for others (optional)",
  acknowledged: "The incident is acknowledged.",
  takeBack: "Withdraw",
  takenBack: "The acknowledgement was withdrawn.",
  by: "By",
  when: "When",
  how: "How",
  noteTerm: "Note",
  via: {
    dashboard: () => "in the dashboard",
    api: (channel: string) => (channel === "" ? "with an API key" : `in ${channel}`),
    link: (channel: string) => `with the link in an alert (${channel})`,
    app: (channel: string) => `in the ${channel} app`
  }
}
