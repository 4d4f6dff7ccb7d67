/** The paraline that came along in the navigation's state, if one did. Source: specification section 2. */
export function circleIdIn(state: unknown): string | undefined {
  return typeof state === "object" &&
    state !== null &&
    "circleId" in state &&
    typeof state.circleId === "string"
    ? state.circleId
    : undefined;
}
