/** The wording of the interface (section 7) and of the rules around it: one place, so that no two endpoints differ. */
export const messages = {
  badKey: "Missing or invalid API key.",
  rateLimited: (seconds: number) => `Rate limit exceeded. Try again in ${seconds} seconds.`,
  notFound: "Not found.",
  badJson: "Request body is not valid JSON.",
  tooLarge: "Request body is too large.",
  defect: "Internal server error.",
  unavailable: "Service temporarily unavailable.",
  domainNotFound: "Domain not found.",
  urlRequired: "URL is required.",
  urlNotPublic: "URL must point to a public domain.",
  domainLimit: (limit: number) => `Maximum domain limit (${limit}) reached. Upgrade your plan to add more domains.`,
  domainDuplicate: "This domain is already being monitored.",
  timeoutTooLong: "Timeout must be less than check interval.",
  intervalTooShort: (seconds: number, plan: string) =>
    `Check interval must be at least ${seconds} seconds on the ${plan} plan.`,
  readOnly: "You have read-only access to this domain.",
  teamPlan: "Team members need a Pro or Agency plan.",
  ownerOnly: "Only the account owner can do this.",
  confirmation: "confirmation must be exactly DELETE",
  mailDomainRequired: "domain is required.",
  mailDomainInvalid: "domain must be a public domain name, an e-mail address or a URL.",
  emailOrDomainRequired: "email or domain is required"
} as const
