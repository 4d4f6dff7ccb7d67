import { Art } from "#web/ui/art/art.tsx";

/** Thirty days on a dial, some of them already yours. */
export function PathExperimentArt() {
  return (
    <Art className="art-path" viewBox="0 0 64 64">
      <path
        d="M32 14L32 6M35.7 14.4L37.4 6.6M39.3 15.6L42.6 8.2M42.6 17.4L47.3 11M45.4 20L51.3 14.6M47.6 23L54.5 19M49.1 26.4L56.7 24M49.9 30.1L57.9 29.3M49.9 33.9L57.9 34.7M49.1 37.6L56.7 40M47.6 41L54.5 45"
        stroke="var(--pl-margin)"
      />
      <path d="M46.9 45.4L51.3 49.4M43.8 48.2L47.3 53M40.1 50.3L42.6 55.8M36.2 51.6L37.4 57.4M32 52L32 58M27.8 51.6L26.6 57.4M23.9 50.3L21.4 55.8M20.2 48.2L16.7 53M17.1 45.4L12.7 49.4M14.7 42L9.5 45M13 38.2L7.3 40M12.1 34.1L6.1 34.7M12.1 29.9L6.1 29.3M13 25.8L7.3 24M14.7 22L9.5 19M17.1 18.6L12.7 14.6M20.2 15.8L16.7 11M23.9 13.7L21.4 8.2M27.8 12.4L26.6 6.6M32 24v8l5 4" />
    </Art>
  );
}
