import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "wouter"
import { domainEndpoints } from "../api/domainEndpoints.ts"
import { accountKeys, useSettings } from "../api/accountQueries.ts"
import { endpoints } from "../api/endpoints.ts"
import { type Monitor, monitorPath } from "../api/monitors.ts"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { queryClient } from "../api/queries.ts"
import { ContentFaultText } from "../monitors/ContentFaultText.tsx"
import { refresh } from "../api/changes.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { useRefusalText, useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { contentOfferDe } from "./contentOffer.de.ts"
import { contentOfferEn } from "./contentOffer.en.ts"
import css from "./Overview.module.css"

const contentOfferWords = { en: contentOfferEn, de: contentOfferDe } as const

/** The largest number of monitors that the offer names. */
const LISTED = 5
/** The largest number of monitors that the service changes with one request. */
const AT_ONCE = 1_000

const changeAll = async (monitors: ReadonlyArray<Monitor>, contentFaults: "down" | "remark") => {
  const errors: Array<{ readonly message: string }> = []
  for (const kind of ["domain", "url"] as const) {
    const ids = monitors.filter((monitor) => monitor.kind === kind).map(({ id }) => id)
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE)
      const answer = await (kind === "domain" ? domainEndpoints.updateMany : pageEndpoints.updateMany)(some, {
        contentFaults
      })
      errors.push(...answer.errors)
    }
  }
  return { failed: errors.length, reason: errors[0]?.message ?? "" }
}

/** Saves whether the offer appears again. */
const keepOffer = async (contentFaultsOffer: boolean) =>
  queryClient.setQueryData(accountKeys.settings, await endpoints.updateSettings({ contentFaultsOffer }))

/**
 * Shows a monitor and the fault of its page. Reads the monitor's record, because the list does not contain the line of
 * the page that is the evidence.
 */
const Broken = ({ monitor: { contentFault, id, kind, name } }: { readonly monitor: Monitor }) => {
  const { data } = useQuery({
    queryKey: ["content-fault", id],
    queryFn: async ({ signal }) =>
      (await (kind === "domain" ? domainEndpoints.get : pageEndpoints.page)(id, signal)).contentFault
  })
  const fault = data ?? { code: contentFault ?? "", family: null, line: null }
  return (
    <li>
      <Link href={monitorPath({ id, kind })}>
        <bdi>{name}</bdi>
      </Link>{" "}
      <span className={css["soft"]}>
        <ContentFaultText fault={fault} />
      </span>
    </li>
  )
}

const Offer = ({ monitors }: { readonly monitors: ReadonlyArray<Monitor> }) => {
  const text = useScreenWords(contentOfferWords)
  const { words } = useLanguage()
  const sentence = useSentence()
  const refusal = useRefusalText()
  const [isAsking, setAsking] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const broken = monitors.filter(
    ({ isContentFaultCertain, state }) =>
      isContentFaultCertain && state !== "paused" && state !== "down" && state !== "error"
  )
  const attempt = async (run: () => Promise<unknown>) => {
    setRunning(true)
    try {
      await run()
    } catch (error) {
      notify(sentence(error))
    }
    setRunning(false)
  }
  const countAll = async () => {
    const { failed, reason } = await changeAll(monitors, "down")
    if (failed > 0) notify(text.failed(failed, refusal(reason)))
    else await keepOffer(false)
    if (failed < monitors.length)
      notify(text.done(monitors.length - failed), {
        label: words.toast.undo,
        run: () =>
          void attempt(async () => {
            await changeAll(monitors, "remark")
            await keepOffer(true)
            await refresh()
          })
      })
    await refresh()
  }
  const dismiss = async () => {
    await keepOffer(false)
    notify(text.dismissed, { label: words.toast.undo, run: () => void attempt(() => keepOffer(true)) })
  }
  return (
    <div className={css["offer"]}>
      <Card title={text.title}>
        <p>{text.intro(monitors.length)}</p>
        <p>{broken.length === 0 ? text.none : text.would(broken.length)}</p>
        {broken.length === 0 ? null : (
          <ul>
            {broken.slice(0, LISTED).map((monitor) => (
              <Broken key={monitor.id} monitor={monitor} />
            ))}
            {broken.length > LISTED ? <li className={css["soft"]}>{text.more(broken.length - LISTED)}</li> : null}
          </ul>
        )}
        <p className={css["choices"]}>
          <Button
            kind="primary"
            disabled={isRunning}
            onClick={() => (broken.length === 0 ? void attempt(countAll) : setAsking(true))}
          >
            {broken.length === 0 ? text.all : `${text.all}…`}
          </Button>
          <Button disabled={isRunning} onClick={() => void attempt(dismiss)}>
            {text.later}
          </Button>
          <span className={css["soft"]}>{text.laterHint}</span>
        </p>
      </Card>
      <Confirm
        open={isAsking}
        title={text.confirmTitle}
        action={text.all}
        onConfirm={countAll}
        onClose={() => setAsking(false)}
      >
        <p>{text.confirm(broken.length)}</p>
      </Confirm>
    </div>
  )
}

/**
 * Offers once to count broken pages as outages, and shows which monitors would be affected. Only people who manage the
 * account see the offer.
 */
const ContentFaultsOffer = ({ monitors }: { readonly monitors: ReadonlyArray<Monitor> }) => {
  const settings = useSettings().data
  const remarked = monitors.filter(({ canWrite, isRemarkOnly }) => canWrite && isRemarkOnly)
  return settings?.contentFaultsOffer === true && remarked.length > 0 ? <Offer monitors={remarked} /> : null
}

export default ContentFaultsOffer
