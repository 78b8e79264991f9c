import { monitorKindNames, monitorKinds } from "@mon/model"

export const DASHBOARD_PATH = "/app"

export const SETTINGS_PATH = `${DASHBOARD_PATH}/settings`

/** The path of the page that sets up the second factor. The page works without scripts. */
export const SECOND_FACTOR_PATH = "/settings/second-factor"

/** The path of the page that exports, deletes and keeps the account. The page works without scripts. */
export const ACCOUNT_PATH = "/settings/account"

/** The path of the page with the password and the identities at providers. The page works without scripts. */
export const SIGN_IN_PATH = "/settings/sign-in"

const screenPaths = monitorKindNames
  .map((kind) => `${DASHBOARD_PATH}/${monitorKinds[kind].screens}`)
  .flatMap((path) => [path, `${path}/:id`, `${path}/:id/:part`])

/** The paths of the dashboard's screens. Each path returns the index file. A `:name` stands for one segment. */
export const dashboardPaths: ReadonlyArray<string> = [
  DASHBOARD_PATH,
  `${DASHBOARD_PATH}/add`,
  `${DASHBOARD_PATH}/alert-sources`,
  `${DASHBOARD_PATH}/billing`,
  `${DASHBOARD_PATH}/channels`,
  `${DASHBOARD_PATH}/channels/:id`,
  `${DASHBOARD_PATH}/channels/new/:kind`,
  `${DASHBOARD_PATH}/config`,
  `${DASHBOARD_PATH}/import`,
  `${DASHBOARD_PATH}/incidents`,
  `${DASHBOARD_PATH}/incidents/:id`,
  `${DASHBOARD_PATH}/mail`,
  `${DASHBOARD_PATH}/mail/:domain`,
  `${DASHBOARD_PATH}/maintenance`,
  `${DASHBOARD_PATH}/message`,
  `${DASHBOARD_PATH}/more`,
  `${DASHBOARD_PATH}/notifications`,
  `${DASHBOARD_PATH}/on-call`,
  `${DASHBOARD_PATH}/on-call/:id`,
  `${DASHBOARD_PATH}/on-call/:id/edit`,
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
  `${DASHBOARD_PATH}/webhooks`,
  ...screenPaths
]
