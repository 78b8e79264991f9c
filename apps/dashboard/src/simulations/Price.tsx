import { type FormEvent, useEffect, useMemo, useState } from "react"
import { useLocation } from "wouter"
import { usePrices } from "../api/accountQueries.ts"
import { ApiProblem } from "../api/client.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { isSender } from "./parseProspects.ts"
import { type Campaign, startSimulation, useEstimate } from "./simulationQueries.ts"
import css from "./Simulations.module.css"
import { simulationsWords } from "./simulationsWords.ts"

/** The delay between the last change and the request for the price, in milliseconds. */
const SETTLE_MS = 500

/** The number of shown characters of a text that is not a domain. */
const SHOWN_LENGTH = 60

/** Returns a value once it has not changed for {@link SETTLE_MS}. */
const useSettled = <Value,>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

const BuyCredits = () => {
  const text = useScreenWords(simulationsWords).wizard
  return usePrices().data?.canBuy === true ? <ButtonLink href="/billing">{text.buy}</ButtonLink> : null
}

/**
 * Shows the price of a campaign, and the button that starts it. Requests the price only once the campaign is complete
 * and has stopped changing.
 */
export const Price = ({
  campaign,
  name,
  version
}: {
  readonly campaign: Campaign
  readonly name: string
  readonly version: number
}) => {
  const { format } = useLanguage()
  const { note: noteText, wizard: text } = useScreenWords(simulationsWords)
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const isComplete = campaign.sendingDomains.length > 0 && campaign.prospectEntries.length > 0
  const unfinished = campaign.sendingDomains.find((sender) => !isSender(sender))
  const isReady = isComplete && unfinished === undefined
  const settled = useSettled(useMemo(() => ({ campaign, version }), [campaign, version]))
  const { data, error, isFetching } = useEstimate(
    settled.campaign,
    settled.version,
    isReady && settled.campaign === campaign && settled.version === version
  )
  const lack = data === undefined ? 0 : data.credits - data.balance
  const start = async (event: FormEvent) => {
    event.preventDefault()
    setStarting(true)
    setProblem(null)
    try {
      navigate(`/simulations/${(await startSimulation(campaign, name)).jobId}`)
    } catch (failed) {
      setProblem(failed)
      setStarting(false)
    }
  }
  const isUnpaid = lack > 0 || (problem instanceof ApiProblem && problem.status === 402)
  const shownProblem = problem ?? (isReady ? error : null)
  return (
    <form className={css["lines"]} onSubmit={(event) => void start(event)}>
      {!isComplete ? (
        <p className={css["soft"]}>{text.needBoth}</p>
      ) : unfinished !== undefined ? (
        <p className={css["soft"]}>
          <bdi>{text.notSender(unfinished.slice(0, SHOWN_LENGTH))}</bdi>
        </p>
      ) : data === undefined ? (
        <p className={css["soft"]}>{isFetching ? text.calculating : null}</p>
      ) : (
        <>
          <p className={css["cost"]} role="status">
            {text.cost(format.number(data.credits), format.number(data.balance))}
          </p>
          <p className={css["soft"]}>{text.senderCount(data.sendingDomains.length)}</p>
          {data.prospects.freeMailbox === 0 ? null : (
            <p className={css["soft"]}>{text.freeMailbox(format.number(data.prospects.freeMailbox))}</p>
          )}
          {data.prospects.disposable === 0 ? null : (
            <p className={css["bad"]}>{text.disposable(format.number(data.prospects.disposable))}</p>
          )}
          {data.notes.map((note) => (
            <p key={note} className={css["notice"]}>
              {noteText(note)}
            </p>
          ))}
        </>
      )}
      {isUnpaid ? (
        <div className={css["lack"]} role="alert">
          <p>{problem === null ? text.missing(format.number(lack)) : sentence(problem)}</p>
          <BuyCredits />
        </div>
      ) : shownProblem === null ? null : (
        <p className={css["lack"]} role="alert">
          {sentence(shownProblem)}
        </p>
      )}
      <Button type="submit" kind="primary" disabled={!isReady || data === undefined || lack > 0 || isStarting}>
        {isStarting ? text.starting : data === undefined ? text.start : text.startFor(format.number(data.credits))}
      </Button>
      <p className={css["soft"]}>{text.priceHint}</p>
    </form>
  )
}
