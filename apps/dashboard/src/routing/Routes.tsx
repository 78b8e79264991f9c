import type { ReceiverChange } from "@mon/api-contract"
import type { AlertRoute } from "@mon/model"
import { useMonitors, useTags } from "../api/queries.ts"
import { useChannels } from "../alerts/channelQueries.ts"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { LimitedScreen } from "../ui/LimitedScreen.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { MoveButtons } from "../ui/MoveButtons.tsx"
import screen from "../ui/Screen.module.css"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ReceiverChanges, useReceiverQuestion } from "../alerts/ReceiverChanges.tsx"
import { personName, rereadRoutes, routeEndpoints, useRoutePeople, useRoutes } from "./routeQueries.ts"
import css from "../alerts/Routes.module.css"
import { useOnCallSchedules } from "../alerts/onCallQueries.ts"
import { routesWords } from "../alerts/routesWords.ts"
import { type RouteNames, routeText } from "../alerts/routeText.ts"
import { shownChannel } from "./shownChannel.ts"
import { Simulator } from "./Simulator.tsx"

const byId = (items: ReadonlyArray<{ readonly id: string; readonly name: string }> | undefined) =>
  new Map((items ?? []).map(({ id, name }) => [id, name]))

const useRouteNames = (): RouteNames => {
  const words = useScreenWords(routesWords)
  return {
    monitors: byId(useMonitors().data),
    tags: byId(useTags(true).data),
    channels: new Map((useChannels().data ?? []).map((channel) => [channel.id, shownChannel(channel, words)])),
    people: new Map((useRoutePeople().data ?? []).map((person) => [person.membershipId, personName(person)])),
    schedules: byId(useOnCallSchedules().data)
  }
}

/**
 * Returns a function that moves a route up or down in the order. The function first asks for confirmation if the
 * receivers of alerts change.
 */
const useMove = () => {
  const sentence = useSentence()
  const { agrees, question } = useReceiverQuestion()
  const move = async ({ id }: AlertRoute, position: number) => {
    try {
      if (!(await agrees(await routeEndpoints.tryChange(id, { position })))) return
      await routeEndpoints.update(id, { position })
      await rereadRoutes()
    } catch (error) {
      notify(sentence(error))
    }
  }
  return { move, question }
}

interface Removal extends AlertRoute {
  readonly receivers: ReadonlyArray<ReceiverChange>
}

const Row = ({
  count,
  onRemove,
  route
}: {
  readonly route: AlertRoute
  readonly count: number
  readonly onRemove: () => void
}) => {
  const { format } = useLanguage()
  const words = useScreenWords(routesWords)
  const { move, question } = useMove()
  const { id, name, position, stoppedBy } = route
  const { parts, when } = routeText(route, useRouteNames(), words, format.seconds)
  return (
    <li className={screen["text"]}>
      {question}
      <div className={screen["row"]}>
        <span className={screen["grow"]}>
          <span className={screen["strong"]}>
            <bdi>{name}</bdi>
          </span>
          <span>
            <br />
            {when}
          </span>
        </span>
        {stoppedBy === null ? null : (
          <span className={screen["chip"]} data-state="bad">
            {words.stopped[stoppedBy]}
          </span>
        )}
      </div>
      <ul className={css["then"]}>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {stoppedBy === null ? null : <p className={screen["small"]}>{words.stoppedHint[stoppedBy]}</p>}
      <div className={screen["row"]}>
        {stoppedBy === "plan" ? null : (
          <>
            <ButtonLink href={`/routes/${id}`} label={words.editOne(name)}>
              {words.edit}
            </ButtonLink>
            <MoveButtons at={position} count={count} name={name} onMove={(to) => void move(route, to)} />
          </>
        )}
        <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </li>
  )
}

/** Shows the channels of the default route, which gets the alerts that no route takes. */
const DefaultRow = () => {
  const words = useScreenWords(routesWords)
  const channels = (useChannels().data ?? []).filter(({ inDefaultRoute }) => inDefaultRoute)
  return (
    <li className={screen["text"]}>
      <span className={screen["strong"]}>{words.defaultName}</span>
      <p>{words.defaultText(channels.map((channel) => shownChannel(channel, words)).join(", "))}</p>
    </li>
  )
}

const Routes = () => {
  const words = useScreenWords(routesWords)
  const query = useRoutes()
  const sentence = useSentence()
  const removal = useRemoval<Removal>(
    words,
    async ({ id }) => {
      await routeEndpoints.remove(id)
      await rereadRoutes()
    },
    (route) => (
      <>
        <p>{words.removeHint}</p>
        <ReceiverChanges receivers={route?.receivers ?? []} />
      </>
    )
  )
  const askToRemove = async (route: AlertRoute) => {
    try {
      removal.ask({ ...route, ...(await routeEndpoints.tryRemoval(route.id)) })
    } catch (error) {
      notify(sentence(error))
    }
  }
  return (
    <LimitedScreen path="/routes" limit="routes" used={query.data?.length} words={words}>
      <p className={css["about"]}>{words.about}</p>
      <Loaded query={query}>
        {(routes) => (
          <ul className={screen["list"]}>
            {routes.map((route) => (
              <Row key={route.id} route={route} count={routes.length} onRemove={() => void askToRemove(route)} />
            ))}
            <DefaultRow />
          </ul>
        )}
      </Loaded>
      <div className={css["under"]}>
        <Simulator />
      </div>
      {removal.question}
    </LimitedScreen>
  )
}

export default Routes
