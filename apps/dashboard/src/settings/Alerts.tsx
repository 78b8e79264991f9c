import type { Settings } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { accountKeys, useSettings, useWebhooks } from "../api/accountQueries.ts"
import { endpoints } from "../api/endpoints.ts"
import { queryClient, useAccount, usePauseState } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { PauseDialog, storePause } from "./PauseDialog.tsx"
import { RefusedAddresses } from "./RefusedAddresses.tsx"
import { WhatsApp } from "./WhatsApp.tsx"

const Pause = ({ manages }: { readonly manages: boolean }) => {
  const words = useAccountWords().alerts
  const sentence = useSentence()
  const query = usePauseState()
  const [isAsking, setAsking] = useState(false)
  const resume = async () => {
    try {
      storePause(await endpoints.resumeAlerts())
      notify(words.resumed)
    } catch (error) {
      notify(sentence(error))
    }
  }
  return (
    <Card title={words.all}>
      <Loaded query={query} rows={1}>
        {({ paused, pausedAt, pausedUntil }) => (
          <div className={css["text"]}>
            <p>
              {paused ? words.paused : words.running}
              {pausedAt === null ? null : (
                <>
                  {" "}
                  {words.since} <Exact at={pausedAt} />
                </>
              )}
              {pausedUntil === null ? null : (
                <>
                  {" "}
                  {words.pauseUntil} <Exact at={pausedUntil} />
                </>
              )}
            </p>
            {manages ? (
              <div>
                {paused ? (
                  <Button kind="primary" onClick={() => void resume()}>
                    {words.resume}
                  </Button>
                ) : (
                  <Button onClick={() => setAsking(true)}>{words.pause}</Button>
                )}
              </div>
            ) : (
              <p className={css["small"]}>{words.ownerOnly}</p>
            )}
          </div>
        )}
      </Loaded>
      <PauseDialog
        open={isAsking}
        onPause={async (until) => storePause(await endpoints.pauseAlerts(until))}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}

const Switches = ({
  isOwner,
  manages,
  settings
}: {
  readonly settings: Settings
  readonly isOwner: boolean
  readonly manages: boolean
}) => {
  const words = useAccountWords().alerts
  const sentence = useSentence()
  // A click changes the display at once, before the service responds.
  const [known, setKnown] = useState(settings)
  const [shown, setShown] = useState(settings)
  if (known !== settings) {
    setKnown(settings)
    setShown(settings)
  }
  const change = async (changes: Partial<Settings>) => {
    setShown({ ...shown, ...changes })
    try {
      queryClient.setQueryData(accountKeys.settings, await endpoints.updateSettings(changes))
      notify(words.saved)
    } catch (error) {
      setShown(settings)
      notify(sentence(error))
    }
  }
  return (
    <>
      {isOwner ? (
        <p>{words.ownerEmail}</p>
      ) : (
        <label className={form["check"]}>
          <input
            type="checkbox"
            checked={shown.alertsByEmail}
            onChange={({ target }) => void change({ alertsByEmail: target.checked })}
          />
          {words.memberEmail}
        </label>
      )}
      <label className={form["check"]}>
        <input
          type="checkbox"
          checked={shown.weeklyReportEnabled}
          onChange={({ target }) => void change({ weeklyReportEnabled: target.checked })}
        />
        {words.weekly}
      </label>
      {manages ? (
        <label className={form["check"]}>
          <input
            type="checkbox"
            checked={shown.degradedAlerts}
            onChange={({ target }) => void change({ degradedAlerts: target.checked })}
          />
          {words.slow}
        </label>
      ) : null}
    </>
  )
}

export const Alerts = () => {
  const words = useAccountWords().alerts
  const account = useAccount().data
  const settings = useSettings()
  const webhooks = useWebhooks().data
  const isOwner = account?.role === "owner"
  const manages = useManages()
  return (
    <div className={css["halves"]}>
      <Pause manages={manages} />
      <RefusedAddresses />
      <Card title={words.email}>
        <Loaded query={settings} rows={2}>
          {(data) => (
            <div className={css["text"]}>
              <p>
                {words.emailTo} <b>{account?.email}</b>
              </p>
              <Switches settings={data} isOwner={isOwner} manages={manages} />
            </div>
          )}
        </Loaded>
      </Card>
      <Card title={words.copies}>
        <div className={css["text"]}>
          <p>{words.copiesHint}</p>
          <p>
            <Link href="/domains">{words.toDomains}</Link>
          </p>
        </div>
      </Card>
      <Card title={words.webhooks}>
        <div className={css["text"]}>
          <p>{words.webhooksHint(webhooks?.length ?? 0)}</p>
          <p>
            <Link href="/webhooks">{words.toWebhooks}</Link>
          </p>
        </div>
      </Card>
      {manages ? (
        <Card title={words.channels}>
          <div className={css["text"]}>
            <p>{words.channelsHint}</p>
            <p>
              <Link href="/channels">{words.toChannels}</Link> · <Link href="/routes">{words.toRoutes}</Link>
            </p>
          </div>
        </Card>
      ) : null}
      {manages ? <WhatsApp /> : null}
    </div>
  )
}
