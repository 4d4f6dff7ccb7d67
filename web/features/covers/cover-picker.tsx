import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { ImagePlusIcon } from "#web/ui/icons/icons.tsx";
import { Progress } from "#web/ui/status/progress.tsx";
import { coverTypes, uploadCover } from "./upload-cover.ts";

export function CoverPicker({
  src,
  onChange,
  onUploading,
}: {
  src: string | null;
  onChange: (src: string | null) => void;
  onUploading: (isUploading: boolean) => void;
}) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const returnsFocus = useRef(false);
  const [percent, setPercent] = useState(0);
  const [over, setOver] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const upload = useMutation({
    mutationFn: (file: File) => uploadCover(file, setPercent),
    onMutate: () => onUploading(true),
    onSettled: () => onUploading(false),
    onSuccess: (address) => {
      setAnnouncement("Cover image added");
      onChange(address);
    },
  });

  function take(file: File | undefined) {
    if (file === undefined || upload.isPending) return;
    setPercent(0);
    upload.mutate(file);
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    take(event.target.files?.[0]);
    // This allows the same file to be chosen again after an error.
    event.target.value = "";
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  function remove() {
    upload.reset();
    setAnnouncement("Cover image removed");
    returnsFocus.current = true;
    onChange(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field returns only once the picture is gone
  useEffect(() => {
    if (returnsFocus.current) input.current?.focus();
    returnsFocus.current = false;
  }, [src]);

  const failure = upload.error && formatErrorMessage(upload.error);
  const errorId = `${inputId}-error`;
  const picker = (
    <input
      ref={input}
      id={inputId}
      className="sr-only"
      hidden={src !== null}
      type="file"
      accept={coverTypes}
      aria-describedby={failure ? errorId : undefined}
      onChange={choose}
    />
  );

  return (
    <div className="field">
      <label className="field-label" htmlFor={inputId}>
        Cover image<span className="ink-3"> (optional)</span>
      </label>
      {upload.isPending ? (
        <div className="sheet pad">
          <Progress
            value={percent}
            max={100}
            label={uploadLabel(percent)}
            percent={`${percent}%`}
          />
        </div>
      ) : src === null ? (
        <label
          className="stack center drop"
          htmlFor={inputId}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {picker}
          <ImagePlusIcon />
          <span className="strong">Choose an image</span>
          <span className="hint">A place, a sketch, a view from the window</span>
          <span className="hint">
            JPEG, PNG, WebP, AVIF or GIF, at most {limits.coverBytes / 1024 / 1024} MB
          </span>
        </label>
      ) : (
        <div className="stack g2">
          <div className="cover cover-picked">
            <img src={src} alt="Your cover" />
          </div>
          <div className="row">
            {picker}
            <Button onClick={() => input.current?.click()}>Replace</Button>
            <Button kind="quiet" onClick={remove}>
              Remove
            </Button>
          </div>
        </div>
      )}
      {failure && <FieldError id={errorId}>{failure}</FieldError>}
      <p className="sr-only" aria-live="polite">
        {failure ?? announcement}
      </p>
    </div>
  );
}

function uploadLabel(percent: number): string {
  return percent < 100 ? "Uploading" : "Preparing your image";
}
