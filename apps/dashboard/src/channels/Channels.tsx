import type { AlertChannel } from "@mon/model"
import { quietText } from "./quietText.ts"
import { routesWords } from "../alerts/routesWords.ts"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { LimitedScreen } from "../ui/LimitedScreen.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { Nothing } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { Ago, useNow } from "../ui/time.tsx"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ChannelDeliveries } from "./ChannelDeliveries.tsx"
import { channelEndpoints, rereadChannels, useChannelKinds, useChannels } from "../alerts/channelQueries.ts"
import { channelsWords } from "../alerts/channelsWords.ts"
import { useTest } from "./useTest.tsx"

const Standing = ({ channel }: { readonly channel: AlertChannel }) => {
  const { format, words: common } = useLanguage()
  const words = useScreenWords(channelsWords)
  const now = useNow()
  const { failingSince, lastDeliveryAt, lastDeliveryStatus: status, stoppedBy } = channel
  if (stoppedBy !== null)
    return (
      <span className={css["chip"]} data-state={stoppedBy === "owner" ? "fair" : "bad"}>
        {words.stopped[stoppedBy]}
      </span>
    )
  if (failingSince !== null)
    return (
      <span className={css["chip"]} data-state="bad">
        <time dateTime={failingSince} title={format.dateTime(Date.parse(failingSince))}>
          {words.failingFor(format.between(Date.parse(failingSince), now))}
        </time>
      </span>
    )
  if (status === null || lastDeliveryAt === null) return <span className={css["chip"]}>{words.unused}</span>
  const text = /^\d+$/u.test(status) ? common.incident.status(Number(status)) : words.noAnswer
  return (
    <span className={css["chip"]} data-state={status === "delivered" ? "good" : "bad"}>
      {status === "delivered" ? words.delivered : text} <Ago at={lastDeliveryAt} />
    </span>
  )
}

const Switch = ({ channel: { id, isActive, name, stoppedBy } }: { readonly channel: AlertChannel }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(channelsWords)
  const sentence = useSentence()
  const set = async (isOn: boolean, canUndo: boolean) => {
    try {
      await channelEndpoints.update(id, { isActive: isOn })
      await rereadChannels()
      const undo = { label: common.toast.undo, run: () => void set(!isOn, false) }
      notify(isOn ? words.isOn(name) : words.isOff(name), canUndo ? undo : null)
    } catch (error) {
      notify(sentence(error))
    }
  }
  if (stoppedBy === "plan") return null
  return (
    <Button aria-label={isActive ? words.offOne(name) : words.onOne(name)} onClick={() => void set(!isActive, true)}>
      {isActive ? words.off : words.on}
    </Button>
  )
}

const Row = ({ channel, onRemove }: { readonly channel: AlertChannel; readonly onRemove: () => void }) => {
  const words = useScreenWords(channelsWords)
  const routes = useScreenWords(routesWords)
  const { format } = useLanguage()
  const kind = useChannelKinds().data?.find((one) => one.kind === channel.kind)
  const { id, inDefaultRoute, name, quietHours, stoppedBy } = channel
  const test = useTest(async () => {
    const result = await channelEndpoints.testSaved(id)
    void rereadChannels()
    return result
  }, kind)
  const hint = stoppedBy === null ? "" : words.stoppedHint[stoppedBy]
  return (
    <li className={css["text"]}>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <span className={css["strong"]}>
            <bdi>{name}</bdi>
          </span>
          <span className={css["under"]}>{kind?.name ?? channel.kind}</span>
          {quietHours === null ? null : (
            <span className={css["under"]}>{quietText(quietHours, routes, format.zone)}</span>
          )}
        </span>
        {inDefaultRoute && stoppedBy === null ? <span className={css["small"]}>{words.getsAll}</span> : null}
        <Standing channel={channel} />
      </div>
      {hint === "" ? null : <p className={css["small"]}>{hint}</p>}
      <div className={css["row"]}>
        <Button disabled={test.isRunning} aria-label={words.testOne(name)} onClick={test.run}>
          {words.test}
        </Button>
        <ButtonLink href={`/channels/${id}`} label={words.editOne(name)}>
          {words.edit}
        </ButtonLink>
        <Switch channel={channel} />
        <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
          {words.remove}
        </Button>
        {test.outcome}
      </div>
      <ChannelDeliveries id={id} />
    </li>
  )
}

const Channels = () => {
  const words = useScreenWords(channelsWords)
  const query = useChannels()
  const removal = useRemoval<AlertChannel>(words, async ({ id }) => {
    await channelEndpoints.remove(id)
    await rereadChannels()
  })
  return (
    <LimitedScreen path="/channels" limit="channels" used={query.data?.length} words={words}>
      <Loaded query={query}>
        {(channels) =>
          channels.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint} />
          ) : (
            <ul className={css["list"]}>
              {channels.map((channel) => (
                <Row key={channel.id} channel={channel} onRemove={() => removal.ask(channel)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {removal.question}
    </LimitedScreen>
  )
}

export default Channels
