import type { SecondFactorRecord, SessionRecord } from "@mon/model"
import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread, useSecondFactor, useSessions } from "../api/accountQueries.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { Ago } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"

/** The number of recovery codes below which the screen reminds the person to create new ones. */
const FEW_CODES = 3

const State = ({ enabledAt, isRequired, recoveryCodesLeft }: SecondFactorRecord) => {
  const { format } = useLanguage()
  const words = useAccountWords().security
  return (
    <>
      {enabledAt === null ? (
        <p>{words.off}</p>
      ) : (
        <p>
          {words.on(format.dateTime(Date.parse(enabledAt)))} {words.codesLeft(recoveryCodesLeft)}
        </p>
      )}
      {enabledAt !== null && recoveryCodesLeft < FEW_CODES ? <p className={css["fair"]}>{words.fewCodes}</p> : null}
      {isRequired ? <p className={css["small"]}>{words.required}</p> : null}
      <p>
        <a href="/settings/second-factor">{enabledAt === null ? words.setUp : words.manage}</a>
      </p>
      <p>
        <a href="/settings/sign-in">{words.howYouSignIn}</a>
      </p>
    </>
  )
}

const SessionRow = ({ onEnd, session }: { readonly session: SessionRecord; readonly onEnd: () => void }) => {
  const words = useAccountWords().security
  const { address, browser, isCurrent, isWithProvider, lastUsedAt, signedInAt, system } = session
  const name = [browser, system].filter((part) => part !== null).join(", ") || words.unknownBrowser
  return (
    <li className={css["row"]}>
      <span className={css["grow"]}>
        <span className={css["strong"]}>{name}</span>
        <span className={css["under"]}>
          {address === "" ? null : (
            <>
              <bdi>{address}</bdi> ·{" "}
            </>
          )}
          {isWithProvider ? words.signedInWithProvider : words.signedIn} <Ago at={signedInAt} />
          {isCurrent ? null : (
            <>
              {" "}
              · {words.lastUsed} <Ago at={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      {isCurrent ? (
        <span className={css["chip"]} data-state="good">
          {words.current}
        </span>
      ) : (
        <Button aria-label={words.endOne(name)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  )
}

const Sessions = () => {
  const words = useAccountWords().security
  const query = useSessions()
  const [isAsked, setAsked] = useState(false)
  const hasOthers = (query.data?.length ?? 0) > 1
  const end = async (id: string) => {
    await accountEndpoints.endSession(id)
    await reread(accountKeys.sessions)
    notify(words.ended)
  }
  const endOthers = async () => {
    await accountEndpoints.endOtherSessions()
    await reread(accountKeys.sessions)
    notify(words.othersEnded)
    setAsked(false)
  }
  return (
    <Card
      title={words.sessions}
      action={hasOthers ? <Button onClick={() => setAsked(true)}>{words.endOthers}</Button> : null}
    >
      <div className={css["text"]}>
        <p>{words.sessionsHint}</p>
        <Loaded query={query} rows={2}>
          {(sessions) => (
            <ul className={css["list"]}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      <Confirm
        open={isAsked}
        title={words.endOthersTitle}
        action={words.endOthers}
        onConfirm={endOthers}
        onClose={() => setAsked(false)}
      >
        <p>{words.endOthersHint}</p>
      </Confirm>
    </Card>
  )
}

export const Security = () => {
  const words = useAccountWords().security
  const query = useSecondFactor()
  return (
    <div className={css["stack"]}>
      <Card title={words.secondFactor}>
        <div className={css["text"]}>
          <Loaded query={query} rows={2}>
            {(state) => <State {...state} />}
          </Loaded>
        </div>
      </Card>
      <Sessions />
    </div>
  )
}
