import type { StatusSubscriber } from "@mon/model"
import { useState } from "react"
import { ApiProblem } from "../api/client.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import type { StatusPageWords } from "./statusPages.en.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { PageTabs } from "./PageTabs.tsx"
import { rereadStatusPages, statusPageEndpoints, useStatusPage, useStatusSubscribers } from "./statusPageQueries.ts"
import { statusPagesWords } from "./statusPagesWords.ts"

const toneOf = ({ state, stoppedBy }: StatusSubscriber): string => {
  if (state === "confirmed") return stoppedBy === null ? "good" : "fair"
  return state === "pending" ? "fair" : "bad"
}

const sign = (words: StatusPageWords, { endedReason, state, stoppedBy }: StatusSubscriber): string => {
  if (endedReason !== null) return words.subscriberEnds[endedReason]
  return stoppedBy === "access" ? words.subscriberPaused : words.subscriberStates[state]
}

const Row = ({
  names,
  onRemove,
  subscriber
}: {
  readonly names: ReadonlyMap<string, string>
  readonly subscriber: StatusSubscriber
  readonly onRemove: () => void
}) => {
  const words = useScreenWords(statusPagesWords)
  const { address, componentIds, createdAt, stoppedBy } = subscriber
  const chosen = componentIds?.map((id) => names.get(id) ?? id).join(", ") ?? words.allComponents
  return (
    <li className={screen["row"]}>
      <span className={screen["grow"]}>
        <span className={screen["strong"]}>
          <bdi>{address}</bdi>
        </span>
        <span className={screen["under"]}>
          <bdi>{chosen}</bdi> · <Exact at={createdAt} />
        </span>
        {stoppedBy === null ? null : <span className={screen["under"]}>{words.subscriberStopped[stoppedBy]}</span>}
      </span>
      <span className={screen["chip"]} data-state={toneOf(subscriber)}>
        {sign(words, subscriber)}
      </span>
      <Button kind="danger" aria-label={words.removeSubscriberLabel(address)} onClick={onRemove}>
        {words.removeSubscriber}
      </Button>
    </li>
  )
}

const StatusSubscribers = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(statusPagesWords)
  const page = useStatusPage(id)
  const query = useStatusSubscribers(id)
  const [removed, setRemoved] = useState<StatusSubscriber | null>(null)
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) return <Absent />
  const names = new Map(page.data?.components.map((component) => [component.id, component.name]))
  const remove = async () => {
    if (removed === null) return
    await statusPageEndpoints.removeSubscriber(id, removed.id)
    await rereadStatusPages()
    notify(words.subscriberRemoved)
  }
  return (
    <Screen
      title={words.subscribersTitle(page.data?.name ?? "…")}
      actions={
        <>
          <Curl path={`/status-pages/${id}/subscribers`} />
          <a href={`/api/v1/status-pages/${encodeURIComponent(id)}/subscribers/export`} download>
            {words.exportSubscribers}
          </a>
        </>
      }
    >
      <PageTabs id={id} current="subscribers" />
      <Loaded query={query}>
        {(subscribers) =>
          subscribers.length === 0 ? (
            <Nothing title={words.noSubscribers} hint={words.noSubscribersHint} />
          ) : (
            <>
              <p className={screen["small"]}>{words.subscribersShown}</p>
              <ul className={screen["list"]}>
                {subscribers.map((subscriber) => (
                  <Row
                    key={subscriber.id}
                    names={names}
                    subscriber={subscriber}
                    onRemove={() => setRemoved(subscriber)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <Confirm
        open={removed !== null}
        title={words.removeSubscriberTitle(removed?.address ?? "")}
        action={words.removeSubscriber}
        onConfirm={remove}
        onClose={() => setRemoved(null)}
      >
        <p>{words.removeSubscriberHint}</p>
      </Confirm>
    </Screen>
  )
}

export default StatusSubscribers
