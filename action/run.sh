#!/usr/bin/env bash
# Runs one command of @mon/cli with the inputs of the action, and writes its output to the summary of the job.
set -euo pipefail
# A name such as * is no pattern for files.
set -f

arguments=(--file "$INPUT_FILE")
for name in $(printf '%s' "$INPUT_ENV" | tr '\n,' '  '); do
  arguments+=(--env "$name")
done

case "$INPUT_COMMAND" in
  test) if [ "$INPUT_ALLOW_PRIVATE" = true ]; then arguments+=(--allow-private); fi ;;
  plan) ;;
  apply)
    arguments+=(--yes)
    if [ "$INPUT_ALLOW_DELETE" = true ]; then arguments+=(--allow-delete); fi
    ;;
  *)
    echo "::error::The input command must be test, plan or apply."
    exit 64
    ;;
esac

if [[ ! "$INPUT_VERSION" =~ ^[A-Za-z0-9.^~-]+$ ]]; then
  echo "::error::The input version must be a version of @mon/cli."
  exit 64
fi

# The most bytes of a summary that GitHub shows are 1 MiB.
most=1000000
output=$(mktemp)
code=0
npx --yes "@mon/cli@$INPUT_VERSION" "$INPUT_COMMAND" "${arguments[@]}" 2>&1 | tee "$output" || code=$?

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  # Indented, so that nothing in the output ends the block.
  {
    echo "### mon $INPUT_COMMAND"
    echo
    grep -v '^::' "$output" | sed 's/^/    /' | head -c "$most" || true
  } >> "$GITHUB_STEP_SUMMARY"
fi
exit "$code"
