/** The English texts of an account without monitors. */
export const welcomeEn = {
  title: "Monitor your first sites",
  hint: "Three steps, about a minute.",
  sites: "Paste your sites",
  sitesHint: "Enter names or addresses, one per line. The first result takes a few seconds.",
  alerts: "Choose where alerts go",
  alertsHint: "Mon emails you. You can add channels for chat, push messages or on-call services.",
  alertsLink: "Open the alert channels",
  team: "Invite others",
  teamHint: "Members see the domains you share with them.",
  teamLink: "Invite someone",
  shared: "No domains are shared with you yet",
  sharedHint: "The account owner chooses which domains you see."
}
