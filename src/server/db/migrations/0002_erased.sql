-- Every row about a person is written under the lock of their account, which an erasure takes too: it waits for the erasure, and is then
-- refused (docs/security.md, 55). A reference would lock the account as well, but an erased one is still there.

CREATE FUNCTION "is_erased"("account" bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	-- Locked first, then looked at: as a condition, its state from before the wait would decide.
	RETURN (SELECT erased_at FROM users WHERE id = account FOR KEY SHARE) IS NOT NULL;
END $$;
--> statement-breakpoint

-- Arguments: the column that names the person, and "skip" where the row is left out instead: one of many, or a message to nobody.
CREATE FUNCTION "keep_from_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT is_erased((to_jsonb(NEW) ->> TG_ARGV[0])::bigint) THEN RETURN NEW; END IF;
	IF TG_ARGV[1] = 'skip' THEN RETURN NULL; END IF;
	RAISE EXCEPTION 'a row of % would be about an account that was erased', TG_TABLE_NAME
		USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'erased_account';
END $$;
--> statement-breakpoint

-- What the logs tell of an erased account is what they keep of it: no value, no network address, and of an event about it no account.
CREATE FUNCTION "log_without_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'audit_entries' THEN
		IF is_erased(NEW.record_id) THEN
			NEW.before := NULL;
			NEW.after := NULL;
		END IF;
		RETURN NEW;
	END IF;
	IF is_erased(NEW.user_id) THEN
		NEW.user_id := NULL;
		NEW.address := NULL;
		NEW.repeat_key := NULL;
	ELSIF is_erased(NEW.actor_id) THEN
		NEW.address := NULL;
		NEW.repeat_key := NULL;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint

DO $$
DECLARE
	skipping regclass[] := ARRAY['user_batch_rows', 'beta_group_users', 'outgoing_messages', 'settled_messages', 'update_mails',
		'release_mails', 'release_recalls'];
	reference record;
BEGIN
	FOR reference IN
		SELECT conrelid::regclass AS "table", attname AS "column" FROM pg_constraint
		JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
		WHERE contype = 'f' AND confrelid = 'users'::regclass AND conrelid NOT IN ('audit_entries'::regclass, 'security_events'::regclass)
	LOOP
		EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OF %I ON %s FOR EACH ROW EXECUTE FUNCTION keep_from_erased(%L, %L)',
			'keep_from_erased_' || reference.column, reference.column, reference.table, reference.column,
			CASE WHEN reference.table = ANY(skipping) THEN 'skip' ELSE 'refuse' END);
	END LOOP;
END $$;
--> statement-breakpoint

CREATE TRIGGER "log_without_erased" BEFORE INSERT ON "audit_entries"
	FOR EACH ROW WHEN (NEW."word" = 'user') EXECUTE FUNCTION "log_without_erased"();
--> statement-breakpoint

CREATE TRIGGER "log_without_erased" BEFORE INSERT OR UPDATE OF "user_id", "actor_id", "address", "repeat_key" ON "security_events"
	FOR EACH ROW EXECUTE FUNCTION "log_without_erased"();
--> statement-breakpoint

-- In rows that outlive the person, what was emptied stays empty

CREATE TRIGGER "keep_emptied" BEFORE UPDATE OF "nickname", "purchase_proof_file_id" ON "user_products"
	FOR EACH ROW WHEN (concat(NEW."nickname", NEW."purchase_proof_file_id") <> '') EXECUTE FUNCTION "keep_from_erased"('user_id');
--> statement-breakpoint

CREATE TRIGGER "keep_emptied" BEFORE UPDATE OF "name", "purchase_proof_file_id" ON "accessories"
	FOR EACH ROW WHEN (concat(NEW."name", NEW."purchase_proof_file_id") <> '') EXECUTE FUNCTION "keep_from_erased"('user_id');
--> statement-breakpoint

CREATE TRIGGER "keep_emptied" BEFORE UPDATE OF "address" ON "user_batches"
	FOR EACH ROW WHEN (NEW."address" <> '') EXECUTE FUNCTION "keep_from_erased"('started_by');
--> statement-breakpoint

CREATE TRIGGER "keep_emptied" BEFORE UPDATE ON "users"
	FOR EACH ROW WHEN (OLD."erased_at" IS NOT NULL AND concat(NEW."username", NEW."password_hash", NEW."password_due", NEW."administrator_since",
		NEW."firstname", NEW."lastname", NEW."phone_prefix", NEW."phone_number", NEW."phone_digits", NEW."country", NEW."distributor",
		NEW."validation_requested_at", NEW."free_trial_end_date", NEW."first_launch", NEW."last_launch", NEW."last_sync", NEW."disk_usage") <> '')
	EXECUTE FUNCTION "keep_from_erased"('id');
