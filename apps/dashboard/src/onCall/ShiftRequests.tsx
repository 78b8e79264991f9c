import type { OnCallRequest } from "@mon/model"
import { onCallEndpoints, rereadOnCall, useRequests } from "../alerts/onCallQueries.ts"
import { Button } from "../ui/Button.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useZoneTime } from "../words/useZoneTime.ts"
import { onCallWords } from "./onCallWords.ts"

type Answer = "accept" | "decline" | "withdraw"

/** Returns the answers that a person can give to a request. */
const answersOf = (
  { asked, asker, state }: OnCallRequest,
  me: string | undefined,
  manages: boolean
): ReadonlyArray<Answer> => {
  if (state !== "open" || me === undefined) return []
  const isMine = asker.membershipId === me
  const isAsked = asked?.membershipId === me
  return [
    ...(isAsked || (asked === null && !isMine) ? (["accept"] as const) : []),
    ...(isAsked ? (["decline"] as const) : []),
    ...(isMine || manages ? (["withdraw"] as const) : [])
  ]
}

/** Lists the requests to take over shifts of a schedule, with the answers that the person can give. */
export const ShiftRequests = ({
  id,
  manages,
  me,
  zone
}: {
  readonly id: string
  readonly zone: string
  /** The `membershipId` of the person. Undefined: it is not known yet. */
  readonly me: string | undefined
  readonly manages: boolean
}) => {
  const words = useScreenWords(onCallWords).requests
  const time = useZoneTime(zone)
  const sentence = useSentence()
  const texts = {
    accept: { label: words.accept, one: words.acceptOne, done: words.accepted },
    decline: { label: words.decline, one: words.declineOne, done: words.declined },
    withdraw: { label: words.withdraw, one: words.withdrawOne, done: words.withdrawn }
  } as const
  const give = async (request: OnCallRequest, answer: Answer) => {
    try {
      await (answer === "withdraw"
        ? onCallEndpoints.withdrawRequest(id, request.id)
        : onCallEndpoints.answerRequest(id, request.id, answer))
      notify(texts[answer].done)
    } catch (error) {
      notify(sentence(error))
    }
    // Somebody else can have answered first.
    await rereadOnCall()
  }
  return (
    <section aria-label={words.title} className={screen["text"]}>
      <h2>{words.title}</h2>
      <p className={screen["soft"]}>{words.hint}</p>
      <Loaded query={useRequests(id)} rows={1}>
        {(requests) =>
          requests.length === 0 ? (
            <p className={screen["soft"]}>{words.none}</p>
          ) : (
            <ul className={screen["list"]}>
              {requests.map((request) => {
                const { answeredBy, asked, asker, end, note, start, state } = request
                return (
                  <li key={request.id}>
                    <div className={screen["row"]}>
                      <span className={screen["grow"]}>
                        <bdi>{words.text(asker.name, asked === null ? null : asked.name)}</bdi>{" "}
                        <span className={screen["chip"]}>
                          {answeredBy === null ? words.states[state] : words.by(words.states[state], answeredBy.name)}
                        </span>
                        <span className={screen["under"]}>
                          {time(start)} – {time(end)}
                          {note === null ? null : (
                            <>
                              {" · "}
                              <bdi>{note}</bdi>
                            </>
                          )}
                        </span>
                      </span>
                      {answersOf(request, me, manages).map((answer) => (
                        <Button
                          key={answer}
                          kind={answer === "accept" ? "primary" : "plain"}
                          aria-label={texts[answer].one(asker.name, time(start))}
                          onClick={() => void give(request, answer)}
                        >
                          {texts[answer].label}
                        </Button>
                      ))}
                    </div>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
