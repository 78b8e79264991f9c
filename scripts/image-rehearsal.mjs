// Runs the steps of the Dockerfile without a container engine: COPY, RUN, USER, HEALTHCHECK, CMD and STOPSIGNAL. Each
// stage runs in a folder whose parts are mounted at the paths of the image in a private Linux namespace. Needs root and
// Linux. Prints one line per step, and exits with a non-zero code at the first step that fails.
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder with the Dockerfile. Default: this repository. Tests pass another folder. */
const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url))
const NODE_USER = { name: "node", uid: 1_000, gid: 1_000 }
const READY_MS = 300_000
const ENDED_MS = 30_000
/** The folders of the image to which its steps write. */
const PLACES = { "/app": "app", "/var/lib": "var-lib" }

const exitWith = (message, code = 1) => {
  console.error(message)
  process.exit(code)
}
if (process.platform !== "linux" || process.getuid() !== 0) exitWith("This needs Linux and root.", 2)

/** The instructions of the Dockerfile, without comments and with continued lines joined. */
const instructions = readFileSync(join(root, "Dockerfile"), "utf8")
  .split("\n")
  .filter((line) => !line.trimStart().startsWith("#"))
  .join("\n")
  .replaceAll(/\\\n\s*/gu, "")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => ({ name: line.split(" ", 1)[0], text: line.slice(line.indexOf(" ") + 1).trim() }))

const work = mkdtempSync(join(tmpdir(), "mon-image-"))
const stages = new Map()

/**
 * The patterns of .dockerignore, as far as this repository uses its syntax: names at the root, and `**` for names
 * anywhere.
 */
const ignored = readFileSync(join(root, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const name = line
      .replace(/^\*\*\//u, "")
      .replaceAll(".", "\\.")
      .replaceAll("*", "[^/]*")
    return new RegExp(line.startsWith("**/") ? `(?:^|/)${name}(?:/|$)` : `^${name}(?:/|$)`, "u")
  })

/** Copies the files of the repository that `docker build` would send to the build. */
const copyContext = (to) => {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  for (const file of listed.toString().split("\0")) {
    if (file === "" || ignored.some((pattern) => pattern.test(file)) || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file))
  }
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`

const accounts = { "/etc/passwd": "passwd", "/etc/group": "group" }
writeFileSync(
  join(work, "passwd"),
  `${readFileSync("/etc/passwd", "utf8")}${NODE_USER.name}:x:${NODE_USER.uid}:${NODE_USER.gid}::/home/node:/bin/sh\n`
)
writeFileSync(join(work, "group"), `${readFileSync("/etc/group", "utf8")}${NODE_USER.name}:x:${NODE_USER.gid}:\n`)

/** Returns a command that mounts the folders of a stage at their paths in the image and then runs `command`. */
const within = ({ folder, workdir }, command) =>
  [
    ...Object.entries(PLACES).map(([place, name]) => `mount --bind ${quoted(join(folder, name))} ${place}`),
    ...Object.entries(accounts).map(([place, name]) => `mount --bind ${quoted(join(work, name))} ${place}`),
    `cd ${workdir}`,
    command
  ].join(" && ")

const fromImage = ["PATH", "HOME"].map((name) => `${name}=${process.env[name] ?? ""}`)
const npmSettings = Object.entries(process.env).flatMap(([name, value]) =>
  /^npm_config_|^(?:https?|no)_proxy$|^NODE_EXTRA_CA_CERTS$/iu.test(name) ? [`${name}=${value}`] : []
)

/**
 * The installation of packages is only simulated, because a stage shares all other folders with this machine. It fails
 * if Debian has no such package.
 */
const simulateInstall = (text) => {
  const names =
    /apt-get install ([^&;|]*)/u
      .exec(text)?.[1]
      .split(/\s+/u)
      .filter((word) => /^[a-z]/u.test(word)) ?? []
  execFileSync("apt-get", ["install", "--simulate", "--no-install-recommends", ...names], { stdio: "ignore" })
  console.log(`RUN apt-get install ${names.join(" ")}: simulated`)
}

const runStep = (stage, text) => {
  if (text.startsWith("apt-get ")) return simulateInstall(text)
  const started = performance.now()
  const command = `env --ignore-environment ${[...fromImage, ...npmSettings, ...stage.env].map(quoted).join(" ")} /bin/sh -c ${quoted(text)}`
  const { error, status } = spawnSync("unshare", ["--mount", "/bin/sh", "-c", within(stage, command)], {
    stdio: ["ignore", "inherit", "inherit"]
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`RUN ${text}\nended with ${status}`)
  console.log(`RUN ${text.slice(0, 80)}: ${((performance.now() - started) / 1_000).toFixed(0)} s`)
}

const inStage = ({ folder }, path) => {
  const place = Object.keys(PLACES).find((one) => path === one || path.startsWith(`${one}/`))
  if (place === undefined) throw new Error(`The steps write to ${path}, which this script does not know.`)
  return join(folder, PLACES[place], path.slice(place.length))
}

const copy = (stage, text) => {
  const words = text.split(/\s+/u)
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length)
  const paths = words.filter((word) => !word.startsWith("--"))
  const to = join(stage.workdir, paths.at(-1))
  for (const path of paths.slice(0, -1)) {
    if (path === ".") copyContext(inStage(stage, to))
    else {
      const source = from === undefined ? join(root, path) : inStage(stages.get(from), path)
      const target = text.trimEnd().endsWith("/") ? join(to, basename(path)) : to
      mkdirSync(dirname(inStage(stage, target)), { recursive: true })
      cpSync(source, inStage(stage, target), { recursive: true, verbatimSymlinks: true })
    }
  }
  console.log(`COPY ${text}`)
}

const variables = (text) => [...text.matchAll(/([A-Z_]+)=(\S+)/gu)].map(([pair]) => pair)

const wait = (ms) => new Promise((done) => setTimeout(done, ms))

/** Starts the image in a separate network namespace, runs its health check, and stops it. */
const start = async (stage) => {
  const [program, ...args] = JSON.parse(stage.cmd)
  const asUser = (words) =>
    `exec setpriv --reuid=${NODE_USER.uid} --regid=${NODE_USER.gid} --clear-groups env --ignore-environment ${[...fromImage, ...stage.env].map(quoted).join(" ")} ${words.map(quoted).join(" ")}`
  const child = spawn(
    "unshare",
    ["--mount", "--net", "/bin/sh", "-c", within(stage, `ip link set lo up && ${asUser([program, ...args])}`)],
    { stdio: ["ignore", "pipe", "pipe"] }
  )
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
  const exited = new Promise((done) => child.once("exit", (code, signal) => done({ code, signal })))
  const check = JSON.parse(/CMD (\[.*\])/u.exec(stage.healthcheck)[1])
  const isHealthy = () =>
    spawnSync(
      "nsenter",
      ["--target", String(child.pid), "--mount", "--net", "/bin/sh", "-c", `cd ${stage.workdir} && ${asUser(check)}`],
      { stdio: "ignore" }
    ).status === 0
  const until = Date.now() + READY_MS
  let ended = null
  void exited.then((how) => (ended = how))
  while (!isHealthy()) {
    if (ended !== null || Date.now() > until) throw new Error(`The image is not healthy:\n${output}`)
    await wait(1_000)
  }
  console.log(`HEALTHCHECK: healthy as user ${NODE_USER.name}`)
  const owner = readFileSync(`/proc/${child.pid}/status`, "utf8").match(/^Uid:\s+(\d+)/mu)?.[1]
  if (owner !== String(NODE_USER.uid)) throw new Error(`The service runs as ${owner}.`)
  process.kill(child.pid, stage.stopsignal)
  const how = await Promise.race([exited, wait(ENDED_MS).then(() => null)])
  if (how?.code !== 0) {
    child.kill("SIGKILL")
    throw new Error(`${stage.stopsignal} ended it with ${JSON.stringify(how)}:\n${output}`)
  }
  console.log(`${stage.stopsignal}: ended with 0`)
}

const made = Object.keys(PLACES).filter((place) => !existsSync(place))
let stage
try {
  for (const place of made) mkdirSync(place, { recursive: true })
  for (const { name, text } of instructions) {
    if (name === "FROM") {
      const alias = / AS (\S+)$/u.exec(text)?.[1] ?? "image"
      stage = { folder: join(work, alias), workdir: "/", env: [], stopsignal: "SIGTERM" }
      for (const folder of Object.values(PLACES)) mkdirSync(join(stage.folder, folder), { recursive: true })
      stages.set(alias, stage)
    } else if (name === "WORKDIR") stage.workdir = text
    else if (name === "COPY") copy(stage, text)
    else if (name === "RUN") runStep(stage, text)
    else if (name === "ENV" || name === "ARG") stage.env.push(...variables(text))
    else if (name === "USER" && text !== NODE_USER.name) throw new Error(`USER ${text} is not known here.`)
    else if (["CMD", "HEALTHCHECK", "STOPSIGNAL"].includes(name)) stage[name.toLowerCase()] = text
  }
  await start(stage)
  console.log("The steps of the Dockerfile run.")
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
  for (const place of made) rmdirSync(place)
}
