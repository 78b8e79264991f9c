/** An example of how a job reports to a heartbeat. */
export interface PingExample {
  readonly id:
    | "curl"
    | "cron"
    | "systemd"
    | "powershell"
    | "github"
    | "kubernetes"
    | "docker"
    | "python"
    | "borgmatic"
    | "mon"
  /** The name of the tool. It is the same in all languages. */
  readonly title: string
  readonly code: string
}

/**
 * A curl command that waits at most 10 seconds for each attempt and retries 5 times. If a ping fails, the command
 * prints the reason, but not the response body.
 */
const CURL = "curl -fsS -m 10 --retry 5 -o /dev/null"

/** Quotes a text for a POSIX shell. */
const sh = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Quotes a text for PowerShell. */
const ps = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Returns examples of how a job reports to a heartbeat. All of them also report failures, with a ping to `/fail` or
 * with the exit code of the job at the end of the URL.
 *
 * @param pingUrl The ping URL, without a slash at its end
 */
export const pingExamples = (pingUrl: string): ReadonlyArray<PingExample> => [
  {
    id: "curl",
    title: "curl",
    code: `${CURL} ${sh(`${pingUrl}/start`)}
/usr/local/bin/backup.sh
${CURL} ${sh(pingUrl)}/$?`
  },
  {
    id: "cron",
    title: "cron",
    code: `0 3 * * * /usr/local/bin/backup.sh; ${CURL} ${sh(pingUrl)}/$?`
  },
  {
    id: "systemd",
    title: "systemd",
    code: `# systemctl edit backup.service
[Service]
ExecStartPre=-/usr/bin/${CURL} "${pingUrl}/start"
ExecStopPost=/bin/sh -c 'if [ "$$SERVICE_RESULT" = success ]; then end=0; else end=fail; fi; ${CURL} "${pingUrl}/$$end"'`
  },
  {
    // Exit codes on Windows have 32 bits, but a ping URL takes 0 to 255. If the program does not start, there is none.
    id: "powershell",
    title: "PowerShell",
    code: `$ping = ${ps(pingUrl)}
Invoke-RestMethod -Uri "$ping/start" -TimeoutSec 10
& 'C:\\jobs\\backup.exe'
$end = if ($LASTEXITCODE -in 0..255) { $LASTEXITCODE } else { 'fail' }
Invoke-RestMethod -Uri "$ping/$end" -TimeoutSec 10`
  },
  {
    id: "github",
    title: "GitHub Actions",
    code: `# gh secret set MON_PING_URL --body ${sh(pingUrl)}
- name: Report to Mon
  if: always()
  env:
    PING_URL: \${{ secrets.MON_PING_URL }}
  run: ${CURL} "$PING_URL/\${{ job.status == 'success' && '0' || 'fail' }}"`
  },
  {
    id: "kubernetes",
    title: "Kubernetes CronJob",
    code: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: backup
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: backup
              image: alpine:3
              env:
                - name: PING_URL
                  value: ${JSON.stringify(pingUrl)}
              command: ["/bin/sh", "-c"]
              args:
                - /usr/local/bin/backup.sh; wget -q -T 10 -O /dev/null "$PING_URL/$?"`
  },
  {
    id: "docker",
    title: "Docker",
    code: `docker run --rm backup:latest; ${CURL} ${sh(pingUrl)}/$?`
  },
  {
    id: "python",
    title: "Python",
    code: `import urllib.request

PING_URL = ${JSON.stringify(pingUrl)}

def ping(suffix=""):
    try:
        urllib.request.urlopen(PING_URL + suffix, timeout=10).close()
    except OSError as error:
        print("The ping was lost:", error)

ping("/start")
try:
    backup()
except BaseException:
    ping("/fail")
    raise
ping()`
  },
  {
    id: "borgmatic",
    title: "borgmatic",
    code: `healthchecks:
    ping_url: ${JSON.stringify(pingUrl)}`
  },
  {
    id: "mon",
    title: "mon run",
    code: `MON_PING_URL=${sh(pingUrl)} mon run -- /usr/local/bin/backup.sh`
  }
]
