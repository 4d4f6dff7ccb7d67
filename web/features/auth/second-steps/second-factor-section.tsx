import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { dayIn, formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { removeSecondFactor, type SecondFactor } from "#web/client/auth/auth.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { useSecondFactors } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { SignInMethodList } from "../sign-in-methods/sign-in-method-list.tsx";

export interface AddingProps {
  email: string;
  isFirst: boolean;
  onAdded: () => Promise<void>;
  onCancel: () => void;
}

export function SecondFactorSection({
  type,
  title,
  noun,
  children,
  failure,
  canAdd,
  addLabel,
  add,
  loss,
  email,
  timeZone,
}: {
  type: SecondFactor["type"];
  title: string;
  noun: string;
  children: ReactNode;
  /** Only one section shows the message if they cannot be loaded, and is shown before they are. */
  failure?: string;
  /** Whether one can be added now. If not, the section is shown only if the account has one. */
  canAdd: boolean;
  addLabel: string;
  add: (props: AddingProps) => ReactNode;
  loss: string;
  email: string;
  timeZone: string;
}) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = useSecondFactors({ failure });
  const [isAdding, setIsAdding] = useState(false);
  const all = factors.data ?? [];
  const listed = all.filter((factor) => factor.type === type);
  if (failure === undefined && (!factors.isSuccess || (!canAdd && listed.length === 0))) {
    return null;
  }

  // The first one deletes passkeys.
  const changed = [
    queryKeys.secondFactors,
    queryKeys.recoveryCodes,
    queryKeys.passkeys,
    queryKeys.sessions,
  ];
  const reload = () =>
    Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));

  async function remove({ id, name }: SecondFactor, current: string | undefined) {
    await removeSecondFactor(id, current);
    await reload();
    notifySuccess(`${noun} removed`, `${isolate(name)} is no longer needed to sign in.`);
  }

  return (
    <div className="stack g4">
      <h3 className="subhead" tabIndex={-1} ref={heading}>
        {title}
      </h3>
      {children}
      <QueryStatus query={factors} failure={failure} />
      <SignInMethodList
        items={listed}
        createRow={({ name, ending, created_at }) => {
          const day = formatDay(dayIn(timeZone, new Date(created_at)));
          return {
            name,
            details: [ending === undefined ? `Added ${day}` : `Ends in ${ending}, added ${day}`],
          };
        }}
        removal={{
          email,
          loss:
            all.length > 1
              ? `${loss} Your other second step will still work.`
              : "It is your only second step. After that, your password alone is enough to sign in. Recovery codes stop working.",
          focusWhenDone: heading,
          onRemove: remove,
        }}
      />
      {isAdding && all.length === 0 && (
        <p className="ink-2">
          Adding it signs out your other devices and removes your passkeys, except one you are
          signed in with. If you lose it, a recovery code lets you in. Without one, only the person
          who runs this server can, after you have proven who you are.
        </p>
      )}
      {isAdding
        ? add({
            email,
            isFirst: all.length === 0,
            onCancel: () => {
              setIsAdding(false);
              heading.current?.focus();
            },
            onAdded: async () => {
              // With the first one, recovery codes are offered next and take the focus. The form goes before that: it
              // is above them, and would move them out of view.
              setIsAdding(false);
              heading.current?.focus();
              await reload();
            },
          })
        : canAdd &&
          factors.isSuccess && (
            <p>
              <Button className="fill-small" onClick={() => setIsAdding(true)}>
                {addLabel}
              </Button>
            </p>
          )}
    </div>
  );
}
