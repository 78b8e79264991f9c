import type { StatusPage, StatusPageHost, StatusPageHostState } from "@mon/model"
import { useState } from "react"
import { useAccount } from "../api/queries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Copy } from "../ui/Copy.tsx"
import { useReason } from "../ui/Problem.tsx"
import screen from "../ui/Screen.module.css"
import { Ago, Exact } from "../ui/time.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { ownHostDe } from "./ownHost.de.ts"
import { ownHostEn } from "./ownHost.en.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { hostSentence } from "../words/hostSentence.ts"
import css from "./OwnHost.module.css"
import { rereadStatusPages, statusPageEndpoints } from "./statusPageQueries.ts"

const ownHostWords = { en: ownHostEn, de: ownHostDe } as const

const tones: Readonly<Record<StatusPageHostState, "good" | "fair" | "bad">> = {
  active: "good",
  waiting_for_txt: "fair",
  waiting_for_address: "fair",
  failing: "bad",
  taken: "bad",
  released: "bad"
}

const SetForm = ({ action, page }: { readonly page: StatusPage; readonly action: string }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(ownHostWords)
  const { isRunning, onChange, onSubmit, problem } = useSubmit(async (entered) => {
    const hostname = String(entered.get("hostname") ?? "").trim()
    const { host } = await statusPageEndpoints.setHost(page.id, hostname)
    await rereadStatusPages()
    notify(words.wasSet(host?.displayName ?? hostname))
  })
  return (
    <form className={form["plain"]} onChange={onChange} onSubmit={onSubmit}>
      <Field label={words.label}>
        {(shared) => (
          <input
            {...shared}
            name="hostname"
            required
            maxLength={1_000}
            placeholder="status.example.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <FormProblem problem={problem === null ? null : hostSentence(problem, common.language)} />
      <div className={form["save"]}>
        <Button type="submit" disabled={isRunning}>
          {action}
        </Button>
      </div>
    </form>
  )
}

const RecordFields = ({ record }: { readonly record: StatusPageHost["records"][number] }) => {
  const words = useScreenWords(ownHostWords)
  const { name, purpose, type, value } = record
  return (
    <li className={css["record"]}>
      <p className={screen["small"]}>{words.purposes[purpose]}</p>
      <dl>
        <div>
          <dt>{words.type}</dt>
          <dd>
            <code>{type}</code>
          </dd>
        </div>
        {[
          [words.name, name],
          [words.value, value]
        ].map(([label = "", text = ""]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{text}</code>
              <Copy text={text} label={words.copyOne(label, type)} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const HostState = ({ host }: { readonly host: StatusPageHost }) => {
  const words = useScreenWords(ownHostWords)
  const { checkedAt, displayName, hostname, releasesAt, state, stoppedBy, url } = host
  const isStopped = stoppedBy !== null
  return (
    <>
      <p className={screen["row"]}>
        <a href={url} target="_blank" rel="noreferrer" className={screen["strong"]}>
          <bdi>{displayName}</bdi>
        </a>
        <span className={screen["chip"]} data-state={isStopped ? "bad" : tones[state]} role="status">
          {isStopped ? words.stopped : words.states[state]}
        </span>
      </p>
      {displayName === hostname ? null : (
        <p className={screen["small"]}>
          <code>{hostname}</code>
        </p>
      )}
      <p>{isStopped ? words.stoppedHint : words.explained[state]}</p>
      {releasesAt === null ? null : (
        <p className={screen["bad"]}>
          {words.releasesAt} <Exact at={releasesAt} />
        </p>
      )}
      <p className={screen["small"]}>
        {checkedAt === null ? (
          words.never
        ) : (
          <>
            {words.checked} <Ago at={checkedAt} />
          </>
        )}
      </p>
    </>
  )
}

const SetHost = ({ host, page }: { readonly page: StatusPage; readonly host: StatusPageHost }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(ownHostWords)
  const reason = useReason()
  const [isRemoving, setRemoving] = useState(false)
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const check = async () => {
    setChecking(true)
    setProblem(null)
    try {
      await statusPageEndpoints.checkHost(page.id)
    } catch (error) {
      setProblem(hostSentence(reason(error), common.language))
    }
    await rereadStatusPages()
    setChecking(false)
  }
  const remove = async () => {
    await statusPageEndpoints.removeHost(page.id)
    await rereadStatusPages()
    notify(words.wasRemoved(host.displayName))
  }
  return (
    <>
      <HostState host={host} />
      <ul className={css["records"]}>
        {host.records.map((record) => (
          <RecordFields key={record.purpose} record={record} />
        ))}
      </ul>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        {host.stoppedBy === null ? (
          <Button disabled={isChecking} onClick={() => void check()}>
            {isChecking ? words.checking : words.check}
          </Button>
        ) : null}
        <Button kind="danger" onClick={() => setRemoving(true)}>
          {words.remove}
        </Button>
      </div>
      <details className={form["more"]}>
        <summary>{words.change}</summary>
        <SetForm page={page} action={words.set} />
      </details>
      <Confirm
        open={isRemoving}
        title={words.removeTitle(host.displayName)}
        action={words.remove}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        <p>{words.removeHint}</p>
      </Confirm>
    </>
  )
}

export const OwnHost = ({ page }: { readonly page: StatusPage }) => {
  const words = useScreenWords(ownHostWords)
  const limit = useAccount().data?.limits.statusPageHosts
  return (
    <section className={form["form"]} aria-labelledby="own-host-title">
      <h2 id="own-host-title">{words.title}</h2>
      <p className={screen["small"]}>{words.hint}</p>
      {page.host !== null ? (
        <SetHost key={page.host.hostname} page={page} host={page.host} />
      ) : limit === 0 ? (
        <>
          <p>{words.notInPlan}</p>
          <div className={form["save"]}>
            <ButtonLink href="/billing">{words.upgrade}</ButtonLink>
          </div>
        </>
      ) : (
        <SetForm page={page} action={words.set} />
      )}
    </section>
  )
}
