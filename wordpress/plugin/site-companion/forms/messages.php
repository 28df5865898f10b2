<?php
/**
 * Messages of lists and placeholders that say "event" or "question" instead of "post".
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_filter( 'bulk_post_updated_messages', __NAMESPACE__ . '\name_types_in_bulk_messages', 10, 2 );
add_filter( 'enter_title_here', __NAMESPACE__ . '\title_placeholder', 10, 2 );

/** @param array<string, int> $counts */
function name_types_in_bulk_messages( array $messages, array $counts ): array {
	$messages['event'] = array(
		/* translators: %s: number of events. */
		'updated'   => _n( '%s event updated.', '%s events updated.', $counts['updated'], 'site-companion' ),
		/* translators: %s: number of events. */
		'locked'    => _n( '%s event not updated, someone is editing it.', '%s events not updated, someone is editing them.', $counts['locked'], 'site-companion' ),
		/* translators: %s: number of events. */
		'deleted'   => _n( '%s event permanently deleted.', '%s events permanently deleted.', $counts['deleted'], 'site-companion' ),
		/* translators: %s: number of events. */
		'trashed'   => _n( '%s event moved to the Trash.', '%s events moved to the Trash.', $counts['trashed'], 'site-companion' ),
		/* translators: %s: number of events. */
		'untrashed' => _n( '%s event restored from the Trash.', '%s events restored from the Trash.', $counts['untrashed'], 'site-companion' ),
	);
	$messages['faq']   = array(
		/* translators: %s: number of questions. */
		'updated'   => _n( '%s question updated.', '%s questions updated.', $counts['updated'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'locked'    => _n( '%s question not updated, someone is editing it.', '%s questions not updated, someone is editing them.', $counts['locked'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'deleted'   => _n( '%s question permanently deleted.', '%s questions permanently deleted.', $counts['deleted'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'trashed'   => _n( '%s question moved to the Trash.', '%s questions moved to the Trash.', $counts['trashed'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'untrashed' => _n( '%s question restored from the Trash.', '%s questions restored from the Trash.', $counts['untrashed'], 'site-companion' ),
	);

	return $messages;
}

function title_placeholder( string $text, WP_Post $post ): string {
	return match ( $post->post_type ) {
		'event' => __( 'Name of the event', 'site-companion' ),
		'faq'   => __( 'Question', 'site-companion' ),
		default => $text,
	};
}
