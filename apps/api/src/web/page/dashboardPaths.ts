/** The path of the dashboard. */
export const DASHBOARD_PATH = "/app"

/** The screen with the settings of a person and of the account. */
export const SETTINGS_PATH = `${DASHBOARD_PATH}/settings`

/** The page that sets up the second factor. It works without scripts. */
export const SECOND_FACTOR_PATH = "/settings/second-factor"

/** The page that exports, deletes and keeps the account. It works without scripts. */
export const ACCOUNT_PATH = "/settings/account"

/** The page of the password and of identities at providers. It works without scripts. */
export const SIGN_IN_PATH = "/settings/sign-in"

/** The screens of the dashboard: a request for one of them gets its index file. A `:name` stands for one segment. */
export const dashboardPaths: ReadonlyArray<string> = [
  DASHBOARD_PATH,
  `${DASHBOARD_PATH}/add`,
  `${DASHBOARD_PATH}/billing`,
  `${DASHBOARD_PATH}/channels`,
  `${DASHBOARD_PATH}/channels/:id`,
  `${DASHBOARD_PATH}/channels/new/:kind`,
  `${DASHBOARD_PATH}/config`,
  `${DASHBOARD_PATH}/domains`,
  `${DASHBOARD_PATH}/domains/:id`,
  `${DASHBOARD_PATH}/domains/:id/:part`,
  `${DASHBOARD_PATH}/import`,
  `${DASHBOARD_PATH}/incidents`,
  `${DASHBOARD_PATH}/incidents/:id`,
  `${DASHBOARD_PATH}/mail`,
  `${DASHBOARD_PATH}/mail/:domain`,
  `${DASHBOARD_PATH}/maintenance`,
  `${DASHBOARD_PATH}/message`,
  `${DASHBOARD_PATH}/more`,
  `${DASHBOARD_PATH}/notifications`,
  `${DASHBOARD_PATH}/pages`,
  `${DASHBOARD_PATH}/pages/:id`,
  `${DASHBOARD_PATH}/pages/:id/:part`,
  `${DASHBOARD_PATH}/pages/:id/changes/:change`,
  `${DASHBOARD_PATH}/reports`,
  `${DASHBOARD_PATH}/routes`,
  `${DASHBOARD_PATH}/routes/:id`,
  SETTINGS_PATH,
  `${SETTINGS_PATH}/:part`,
  `${DASHBOARD_PATH}/simulations`,
  `${DASHBOARD_PATH}/simulations/:id`,
  `${DASHBOARD_PATH}/status-pages`,
  `${DASHBOARD_PATH}/status-pages/:id`,
  `${DASHBOARD_PATH}/status-pages/:id/posts`,
  `${DASHBOARD_PATH}/status-pages/:id/posts/:post`,
  `${DASHBOARD_PATH}/status-pages/:id/posts/new/:kind`,
  `${DASHBOARD_PATH}/status-pages/:id/subscribers`,
  `${DASHBOARD_PATH}/tags`,
  `${DASHBOARD_PATH}/team`,
  `${DASHBOARD_PATH}/webhooks`
]
