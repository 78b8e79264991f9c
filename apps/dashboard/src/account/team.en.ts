const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const team = {
  title: "Team",
  seats: (used: string, limit: string) => `${used} of ${limit} seats`,
  none: "Nobody else yet",
  noneHint: "Invite colleagues and clients. Unless they are admins, they see only the monitors you share with them.",
  planHint: "With a Pro or Agency plan you can invite colleagues and clients, and choose which monitors they see.",
  needsPlan: "Compare plans",
  invite: "Invite someone",
  email: "Email address",
  role: "Role",
  roles: { viewer: "Viewer", editor: "Editor", admin: "Admin" },
  roleHints: {
    viewer: "Can see the monitors you share, but cannot change anything.",
    editor: "Can see the monitors you share, and can change those set to “Can change”.",
    admin:
      "Can see and change everything except the team and billing. Cannot export or delete the account, or see other people's API keys."
  },
  sharedWithAdmin: "Can see and change everything except the team and billing",
  access: "Monitors",
  accessHint: "Choose what the person can see or change. You can change this later.",
  send: "Send the invitation",
  editTitle: (name: string) => `Access for ${name}`,
  edit: "Access…",
  editOne: (name: string) => `Change access for ${name}`,
  status: { pending: "Invited", accepted: "Member", expired: "Invitation expired" },
  invitedAt: "invited",
  joinedAt: "joined",
  shared: (read: number, write: number) =>
    read + write === 0
      ? "Cannot see any monitors"
      : [
          ...(write === 0 ? [] : [`can change ${write} ${plural(write, "monitor", "monitors")}`]),
          ...(read === 0 ? [] : [`can see ${read} ${plural(read, "monitor", "monitors")}`])
        ]
          .join(", ")
          .replace(/^c/u, "C"),
  ofTag: (tag: string, count: number, of: number) => `${tag}: ${count} of ${of}`,
  byTag: "By kind and tag",
  allOfKind: (nouns: string, count: number) => `${nouns}: all ${count}`,
  allOfTag: (tag: string, count: number) => `All of ${tag} (${count})`,
  rightOf: (name: string) => `Access to ${name}`,
  rights: { none: "No access", read: "Can see", write: "Can change", mixed: "Mixed" },
  filter: "Filter by name or host",
  moreMonitors: (count: number) => `${count} more. Use the filter to find them.`,
  invited: (email: string) => `${email} is invited`,
  invitedHint: "An email with a link is on its way. If it does not arrive, you can pass on a link yourself.",
  invitedStored: "This service has no mail server, so the email was stored but not sent. Pass on a link yourself.",
  link: "Invitation link",
  linkHint:
    "Create a link and pass it on yourself. It works once and replaces the link in the email. Anyone who has the link can accept the invitation.",
  makeLink: "Create a link",
  copyLink: "Copy the link",
  linkEnds: "Valid until",
  linkButton: "Copy link…",
  linkOne: (email: string) => `Copy link: invitation for ${email}`,
  resend: "Send again",
  resendOne: (email: string) => `Send again: invitation for ${email}`,
  resentStored: "This service has no mail server, so the email was stored but not sent. Copy the link instead.",
  resent: (email: string) => `The invitation was sent to ${email} again.`,
  remove: "Remove…",
  withdraw: "Withdraw…",
  withdrawOne: (email: string) => `Withdraw the invitation for ${email}`,
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint:
    "This person is signed out and loses access to all monitors immediately. Their API keys stop working, as do the webhooks and alert copies they added.",
  withdrawHint: "The link stops working immediately.",
  removed: (name: string) => `${name} was removed.`,
  endedKeys: (count: number) => `${count} ${plural(count, "API key", "API keys")} stopped working.`,
  endedWebhooks: (labels: string) => `Webhooks removed: ${labels}.`,
  endedChannels: (names: string) => `Alert channels removed: ${names}.`,
  endedCopies: (emails: string) => `Copies removed: ${emails}.`
}

/** The texts for leaving another person's account. */
export const leaving = {
  title: "Your membership",
  hint: "You are a member of an account that belongs to somebody else. You can leave it at any time.",
  leave: "Leave the account…",
  ask: "Leave the account?",
  ends: "You are signed out and lose access to the account's monitors immediately. Your API keys for this account stop working, and the webhooks, alert channels and email copies that you added are removed.",
  stays: "The account and its monitors stay. To return, you need a new invitation from the owner."
}
