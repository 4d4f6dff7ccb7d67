import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "#contract/paths.ts";
import { isolate } from "#contract/values/isolate.ts";
import { authCode } from "#web/client/auth/auth-code.ts";
import {
  answerConnectionRequest,
  type ConnectionAnswer,
  type ConnectionRequest as Request,
} from "#web/client/auth/connected-apps.ts";
import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { AuthHeading } from "../auth-heading.tsx";
import { authMessage } from "../auth-message.ts";
import { useConnectionRequest } from "../hooks.ts";
import { describeScopes } from "./describe-scopes.ts";

/** @param onSignInAgain offers to sign in anew, for accounts without a password */
export function ConnectionRequest({
  id,
  onSignInAgain,
}: {
  id: string;
  onSignInAgain: () => void;
}) {
  const [answered, setAnswered] = useState<string>();
  const request = useConnectionRequest(id);
  const onward = answered ?? answerIn(request.data);

  useEffect(() => {
    if (onward !== undefined) location.assign(onward);
  }, [onward]);

  if (onward !== undefined) {
    return (
      <>
        <AuthHeading title="Back to the app">
          {formatPlace(onward)} continues from here.
        </AuthHeading>
        <p>
          <a href={onward}>Continue there</a> if nothing happens.
        </p>
      </>
    );
  }
  if (request.isPending) return <RequestLoading />;
  if (request.data === undefined || "redirect_url" in request.data) {
    return isGone(request.error) ? (
      <>
        <AuthHeading title="This request can't be used">
          It has been answered, is more than 10 minutes old, or was opened in another account. Go
          back to the app and start again there.
        </AuthHeading>
        <p>
          <Link to={paths.circles}>Go to your paralines</Link>
        </p>
      </>
    ) : (
      <>
        <AuthHeading title="This request could not be loaded">
          {authMessage(request.error)}
        </AuthHeading>
        <Button className="start" onClick={() => void request.refetch()}>
          Try again
        </Button>
      </>
    );
  }
  return (
    <Question
      id={id}
      request={request.data}
      onSignInAgain={onSignInAgain}
      onAnswered={setAnswered}
    />
  );
}

function Question({
  id,
  request,
  onSignInAgain,
  onAnswered,
}: {
  id: string;
  request: Request;
  onSignInAgain: () => void;
  onAnswered: (address: string) => void;
}) {
  const [busy, setBusy] = useState<"approve" | "deny">();
  const [error, setError] = useState<unknown>();
  const password = useCurrentPassword(authMessage);
  const isSettled = useSettledPage();
  const { client, redirect_uri, user, scope } = request;
  const scopes = scope.split(" ");

  async function answer(action: "approve" | "deny") {
    setBusy(action);
    setError(undefined);
    const outcome = await password.attempt(async (current) => {
      const given = action === "approve" ? current : undefined;
      onAnswered((await answerConnectionRequest(id, action, given)).redirect_url);
    }, action === "approve");
    setBusy(undefined);
    if (outcome.kind === "failed") setError(outcome.error);
  }

  return (
    <>
      <AuthHeading title="Connect an app?">
        An app that calls itself <strong className="wrap-anywhere">“{isolate(client.name)}”</strong>{" "}
        asks to read parts of your account. Paraline has not verified this name.
      </AuthHeading>
      <form
        className="stack g8"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void answer("approve");
        }}
      >
        <div className="stack g4">
          <h2 className="subhead">It may read</h2>
          <ul className="request-scopes">
            {describeScopes(scopes).map((description) => (
              <li key={description}>{description}</li>
            ))}
          </ul>
          <p className="small ink-2">
            It cannot change anything, and it can read until you disconnect it in Settings.
            {scopes.includes("results:read") &&
              " What it reads leaves this server. It is not shown answers that people left out of insights."}
          </p>
        </div>
        <dl className="request-facts">
          <div>
            <dt>After this, you go to</dt>
            <dd className="wrap-anywhere">{formatPlace(redirect_uri)}</dd>
          </div>
          <div>
            <dt>You are signed in as</dt>
            <dd className="wrap-anywhere">{user.email}</dd>
          </div>
        </dl>
        {password.isAsked && <CurrentPasswordField email={user.email} {...password.field} />}
        {error !== undefined && (
          <div className="stack g3 start">
            <FieldError>{authMessage(error)}</FieldError>
            {authCode(error) === "reauthentication_needed" && (
              <Button onClick={onSignInAgain}>Sign in again</Button>
            )}
          </div>
        )}
        <div className="stack g3">
          <Button
            kind="primary"
            size="field"
            className="btn-block"
            type="submit"
            busy={busy === "approve"}
            unavailable={busy === "deny" || !isSettled}
            busyLabel="Allowing..."
          >
            Allow
          </Button>
          <Button
            size="field"
            className="btn-block"
            busy={busy === "deny"}
            unavailable={busy === "approve"}
            busyLabel="Refusing..."
            onClick={() => void answer("deny")}
          >
            Don't allow
          </Button>
        </div>
      </form>
    </>
  );
}

function formatPlace(address: string): string {
  const { protocol, host, hostname } = new URL(address);
  return protocol === "https:" ? host : `A program on this device (${hostname})`;
}

function answerIn(data: Request | ConnectionAnswer | undefined) {
  return data !== undefined && "redirect_url" in data ? data.redirect_url : undefined;
}

function isGone(error: unknown): boolean {
  return ["oauth_authorization_not_found", "not_found"].includes(authCode(error) ?? "");
}

function RequestLoading() {
  return (
    <Loading>
      <div className="stack g6">
        <Skeleton width={48} height={9} />
        <Skeleton height={24} />
        <Skeleton height={12} />
        <Skeleton height={12} />
      </div>
    </Loading>
  );
}

const settlingMs = 1000;

/** A second after it became visible: another site can close its window over this one during a double click. */
function useSettledPage(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startAgain = () => {
      clearTimeout(timer);
      setSettled(false);
      if (!document.hidden) timer = setTimeout(() => setSettled(true), settlingMs);
    };
    startAgain();
    window.addEventListener("focus", startAgain);
    document.addEventListener("visibilitychange", startAgain);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", startAgain);
      document.removeEventListener("visibilitychange", startAgain);
    };
  }, []);
  return isSettled;
}
