import { CSPProvider } from "@base-ui/react/csp-provider"
import { QueryClientProvider } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { Route, Switch } from "wouter"
import { generalKinds, screensOf } from "./api/generalKinds.ts"
import { queryClient } from "./api/queries.ts"
import { DomainList } from "./domains/DomainList.tsx"
import { Overview } from "./overview/Overview.tsx"
import { LeaveGuard } from "./shell/LeaveGuard.tsx"
import { Messages } from "./shell/Messages.tsx"
import { Shell } from "./shell/Shell.tsx"
import { Absent } from "./ui/Problem.tsx"
import { ScreenBoundary } from "./ui/ScreenBoundary.tsx"
import { Skeleton } from "./ui/Skeleton.tsx"

const Add = lazy(() => import("./add/Add.tsx"))
const DomainPage = lazy(() => import("./domain/DomainPage.tsx"))
const IncidentPage = lazy(() => import("./incident/IncidentPage.tsx"))
const IncidentList = lazy(() => import("./incident/IncidentList.tsx"))
const Notifications = lazy(() => import("./notifications/Notifications.tsx"))
const Channels = lazy(() => import("./channels/Channels.tsx"))
const AddChannel = lazy(() => import("./channels/AddChannel.tsx"))
const EditChannel = lazy(() => import("./channels/EditChannel.tsx"))
const AlertSources = lazy(() => import("./alertSources/AlertSources.tsx"))
const Routes = lazy(() => import("./routing/Routes.tsx"))
const EditRoute = lazy(() => import("./routing/EditRoute.tsx"))
const OnCallList = lazy(() => import("./onCall/OnCallList.tsx"))
const OnCallPage = lazy(() => import("./onCall/OnCallPage.tsx"))
const EditOnCall = lazy(() => import("./onCall/EditOnCall.tsx"))
const StatusPages = lazy(() => import("./statusPages/StatusPages.tsx"))
const EditStatusPage = lazy(() => import("./statusPages/EditStatusPage.tsx"))
const StatusSubscribers = lazy(() => import("./statusPages/StatusSubscribers.tsx"))
const StatusPosts = lazy(() => import("./statusPages/StatusPosts.tsx"))
const NewStatusPost = lazy(() => import("./statusPages/NewStatusPost.tsx"))
const StatusPostPage = lazy(() => import("./statusPages/StatusPostPage.tsx"))
const Webhooks = lazy(() => import("./webhooks/Webhooks.tsx"))
const ConfigFile = lazy(() => import("./configFile/ConfigFile.tsx"))
const ImportScreen = lazy(() => import("./configFile/ImportScreen.tsx"))
const Team = lazy(() => import("./team/Team.tsx"))
const Maintenance = lazy(() => import("./maintenance/Maintenance.tsx"))
const Report = lazy(() => import("./reports/Report.tsx"))
const Tags = lazy(() => import("./tags/Tags.tsx"))
const SettingsPage = lazy(() => import("./settings/SettingsPage.tsx"))
const Billing = lazy(() => import("./billing/Billing.tsx"))
const PageList = lazy(() => import("./pages/PageList.tsx"))
const PageDetail = lazy(() => import("./pages/PageDetail.tsx"))
const ChangePage = lazy(() => import("./pages/ChangePage.tsx"))
const KindList = lazy(() => import("./kinds/KindList.tsx"))
const NewOfKind = lazy(() => import("./kinds/KindForm.tsx"))
const KindPage = lazy(() => import("./kinds/KindPage.tsx"))
const MailList = lazy(() => import("./mail/MailList.tsx"))
const MailPage = lazy(() => import("./mail/MailPage.tsx"))
const MessageCheck = lazy(() => import("./message/MessageCheck.tsx"))
const SimulationList = lazy(() => import("./simulations/SimulationList.tsx"))
const SimulationWizard = lazy(() => import("./simulations/SimulationWizard.tsx"))
const SimulationPage = lazy(() => import("./simulations/SimulationPage.tsx"))
const More = lazy(() => import("./shell/More.tsx"))

export const App = () => (
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>
      <LeaveGuard>
        <Shell>
          <ScreenBoundary>
            <Suspense fallback={<Skeleton />}>
              <Switch>
                <Route path="/">
                  <Overview />
                </Route>
                <Route path="/domains">
                  <DomainList />
                </Route>
                <Route path="/add">
                  <Add />
                </Route>
                <Route path="/domains/:id/:tab?">{({ id, tab }) => <DomainPage key={id} id={id} tab={tab} />}</Route>
                <Route path="/incidents">
                  <IncidentList />
                </Route>
                <Route path="/incidents/:id">{({ id }) => <IncidentPage key={id} id={id} />}</Route>
                <Route path="/notifications">
                  <Notifications />
                </Route>
                <Route path="/channels">
                  <Channels />
                </Route>
                <Route path="/channels/new/:kind?">{({ kind }) => <AddChannel wanted={kind} />}</Route>
                <Route path="/channels/:id">{({ id }) => <EditChannel key={id} id={id} />}</Route>
                <Route path="/routes">
                  <Routes />
                </Route>
                <Route path="/routes/new">
                  <EditRoute />
                </Route>
                <Route path="/routes/:id">{({ id }) => <EditRoute key={id} id={id} />}</Route>
                <Route path="/alert-sources">
                  <AlertSources />
                </Route>
                <Route path="/on-call">
                  <OnCallList />
                </Route>
                <Route path="/on-call/new">
                  <EditOnCall />
                </Route>
                <Route path="/on-call/:id">{({ id }) => <OnCallPage key={id} id={id} />}</Route>
                <Route path="/on-call/:id/edit">{({ id }) => <EditOnCall key={id} id={id} />}</Route>
                <Route path="/status-pages">
                  <StatusPages />
                </Route>
                <Route path="/status-pages/new">
                  <EditStatusPage />
                </Route>
                <Route path="/status-pages/:id">{({ id }) => <EditStatusPage key={id} id={id} />}</Route>
                <Route path="/status-pages/:id/subscribers">{({ id }) => <StatusSubscribers key={id} id={id} />}</Route>
                <Route path="/status-pages/:id/posts">{({ id }) => <StatusPosts key={id} id={id} />}</Route>
                <Route path="/status-pages/:id/posts/new/:kind">
                  {({ id, kind }) => <NewStatusPost key={`${id} ${kind}`} id={id} kind={kind} />}
                </Route>
                <Route path="/status-pages/:id/posts/:postId">
                  {({ id, postId }) => <StatusPostPage key={postId} id={id} postId={postId} />}
                </Route>
                <Route path="/webhooks">
                  <Webhooks />
                </Route>
                <Route path="/team">
                  <Team />
                </Route>
                <Route path="/config">
                  <ConfigFile />
                </Route>
                <Route path="/import">
                  <ImportScreen />
                </Route>
                <Route path="/maintenance">
                  <Maintenance />
                </Route>
                <Route path="/reports">
                  <Report />
                </Route>
                <Route path="/tags">
                  <Tags />
                </Route>
                <Route path="/settings/:part?">{({ part }) => <SettingsPage part={part} />}</Route>
                <Route path="/billing">
                  <Billing />
                </Route>
                <Route path="/pages">
                  <PageList />
                </Route>
                <Route path="/pages/:id/changes/:change">
                  {({ change, id }) => <ChangePage key={id} id={id} change={change} />}
                </Route>
                <Route path="/pages/:id/:tab?">{({ id, tab }) => <PageDetail key={id} id={id} tab={tab} />}</Route>
                {generalKinds.flatMap((kind) => {
                  const path = screensOf(kind)
                  return [
                    <Route key={path} path={path}>
                      <KindList key={kind} kind={kind} />
                    </Route>,
                    <Route key={`${path} new`} path={`${path}/new`}>
                      <NewOfKind key={kind} kind={kind} />
                    </Route>,
                    <Route key={`${path} one`} path={`${path}/:id/:tab?`}>
                      {({ id, tab }) => <KindPage key={id} kind={kind} id={id} tab={tab} />}
                    </Route>
                  ]
                })}
                <Route path="/mail">
                  <MailList />
                </Route>
                <Route path="/mail/:domain">{({ domain }) => <MailPage key={domain} domain={domain} />}</Route>
                <Route path="/message">
                  <MessageCheck />
                </Route>
                <Route path="/simulations">
                  <SimulationList />
                </Route>
                <Route path="/simulations/new">
                  <SimulationWizard />
                </Route>
                <Route path="/simulations/:id">{({ id }) => <SimulationPage key={id} id={id} />}</Route>
                <Route path="/more">
                  <More />
                </Route>
                <Route>
                  <Absent />
                </Route>
              </Switch>
            </Suspense>
          </ScreenBoundary>
        </Shell>
      </LeaveGuard>
      <Messages />
    </QueryClientProvider>
  </CSPProvider>
)
