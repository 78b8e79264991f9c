/** The words of the screen with the name and the logo of the workspace. */
export const workspaceEn = {
  title: "Name and logo",
  lead: "Shown above alerts, in reports, and on the pages that links in emails and invitations open.",
  name: "Name",
  nameHint: "For example the name of your agency.",
  logo: "Logo",
  logoHint: "PNG, JPEG or WebP, at most 256 KiB. Emails and reports show it on white.",
  logoLarge: "The logo is larger than 256 KiB.",
  logoAlt: "The logo",
  logoRemove: "Remove the logo",
  none: "This workspace has no name and no logo.",
  readOnly: "Only the owner of the account and admins can change this."
}

export type WorkspaceWords = typeof workspaceEn
