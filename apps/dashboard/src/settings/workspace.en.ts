export const workspaceEn = {
  title: "Name and logo",
  lead: "Shown above alerts, in reports, and on pages that people open from emails and invitations.",
  name: "Name",
  nameHint: "For example, the name of your agency.",
  logo: "Logo",
  logoHint: "PNG, JPEG or WebP, at most 256 KiB. Emails and reports show it on white.",
  logoLarge: "The logo is larger than 256 KiB.",
  logoAlt: "The logo",
  logoRemove: "Remove the logo",
  none: "This workspace has no name or logo.",
  readOnly: "Only the account owner and admins can change this."
}

export type WorkspaceWords = typeof workspaceEn
