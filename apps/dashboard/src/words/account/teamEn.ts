const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The texts of the team screen. */
export const team = {
  title: "Team",
  seats: (used: string, limit: string) => `${used} of ${limit} seats`,
  none: "Nobody else yet",
  noneHint:
    "Invite colleagues and clients. They see only the domains that you share with them, unless they are admins.",
  planHint: "With a Pro or Agency plan you can invite colleagues and clients, and choose which domains they see.",
  needsPlan: "Compare plans",
  invite: "Invite somebody",
  email: "Email address",
  role: "Role",
  roles: { viewer: "Viewer", editor: "Editor", admin: "Admin" },
  roleHints: {
    viewer: "Sees the domains that you share, and changes nothing.",
    editor: "Sees the domains that you share, and changes those with “Can change”.",
    admin:
      "Sees and changes everything, but not the team and the billing. Cannot export or delete the account, and does not see the API keys of others."
  },
  sharedWithAdmin: "Sees and changes everything except the team and billing",
  access: "Domains",
  accessHint: "Choose what the person can see or change. You can change this later.",
  send: "Send the invitation",
  editTitle: (name: string) => `Rights of ${name}`,
  edit: "Rights…",
  editOne: (name: string) => `Change the rights of ${name}`,
  status: { pending: "Invited", accepted: "Member", expired: "Invitation expired" },
  invitedAt: "invited",
  joinedAt: "joined",
  shared: (read: number, write: number) =>
    read + write === 0
      ? "Sees no domain"
      : [
          ...(write === 0 ? [] : [`can change ${write} ${plural(write, "domain", "domains")}`]),
          ...(read === 0 ? [] : [`can see ${read} ${plural(read, "domain", "domains")}`])
        ]
          .join(", ")
          .replace(/^c/u, "C"),
  ofTag: (tag: string, count: number, of: number) => `${tag}: ${count} of ${of}`,
  byTag: "By tag",
  domains: "One by one",
  allDomains: (count: number) => `All ${count} ${plural(count, "domain", "domains")}`,
  allOfTag: (tag: string, count: number) => `All of ${tag} (${count})`,
  rightOf: (name: string) => `Right for ${name}`,
  rights: { none: "No access", read: "Can see", write: "Can change", mixed: "Mixed" },
  filter: "Filter by name or host",
  moreDomains: (count: number) => `${count} more. Use the filter to find them.`,
  invited: (email: string) => `${email} is invited`,
  invitedHint: "An email with a link is on its way. If it does not arrive, pass on a link yourself.",
  invitedStored: "This service has no mail server. The email was stored, not sent. Pass on a link yourself.",
  link: "Invitation link",
  linkHint:
    "Make a link and pass it on yourself. It works once, and the link in the email stops working. Whoever has the link can accept the invitation.",
  makeLink: "Make a link",
  copyLink: "Copy the link",
  linkEnds: "Valid until",
  linkButton: "Copy link…",
  linkOne: (email: string) => `Copy link: invitation of ${email}`,
  resend: "Send again",
  resendOne: (email: string) => `Send again: invitation of ${email}`,
  resentStored: "This service has no mail server. The email was stored, not sent. Copy the link instead.",
  resent: (email: string) => `The invitation was sent to ${email} again.`,
  remove: "Remove…",
  withdraw: "Withdraw…",
  withdrawOne: (email: string) => `Withdraw the invitation of ${email}`,
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint:
    "The person is signed out and loses access to all domains at once. Their API keys stop working, and so do the webhooks and copies of alerts that they added.",
  withdrawHint: "The link stops working at once.",
  removed: (name: string) => `${name} was removed.`,
  endedKeys: (count: number) => `${count} ${plural(count, "API key", "API keys")} ended.`,
  endedWebhooks: (labels: string) => `Webhooks ended: ${labels}.`,
  endedChannels: (names: string) => `Alert channels ended: ${names}.`,
  endedCopies: (emails: string) => `Copies ended: ${emails}.`
}
