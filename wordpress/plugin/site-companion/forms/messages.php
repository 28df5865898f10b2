<?php
/**
 * Messages and placeholders of wp-admin that say "event" or "question" instead of "post".
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_filter( 'post_updated_messages', __NAMESPACE__ . '\name_types_in_messages' );
add_filter( 'bulk_post_updated_messages', __NAMESPACE__ . '\name_types_in_bulk_messages', 10, 2 );
add_filter( 'enter_title_here', __NAMESPACE__ . '\title_placeholder', 10, 2 );

function name_types_in_messages( array $messages ): array {
	$post = get_post();
	if ( ! $post instanceof WP_Post ) {
		return $messages;
	}
	$view_link = sprintf( ' <a href="%s">%s</a>', esc_url( (string) get_permalink( $post ) ), esc_html__( 'See it on the site', 'site-companion' ) );
	$time = '<strong>' . esc_html( (string) get_the_date( '', $post ) . ' ' . (string) get_the_time( '', $post ) . ' ' . wp_timezone_string() ) . '</strong>';
	$from = isset( $_GET['revision'] ) ? wp_post_revision_title( absint( $_GET['revision'] ), false ) : false; // phpcs:ignore WordPress.Security.NonceVerification

	$messages['event'] = array(
		1  => __( 'Event updated.', 'site-companion' ) . $view_link,
		4  => __( 'Event updated.', 'site-companion' ),
		/* translators: %s: date of a revision. */
		5  => $from ? sprintf( __( 'Event restored to the revision from %s.', 'site-companion' ), $from ) : false,
		6  => __( 'Event published.', 'site-companion' ) . $view_link,
		7  => __( 'Event saved.', 'site-companion' ),
		8  => __( 'Event submitted.', 'site-companion' ),
		/* translators: %s: date and time, with the time zone. */
		9  => sprintf( __( 'Event scheduled for %s.', 'site-companion' ), $time ),
		10 => __( 'Event draft saved.', 'site-companion' ),
	);
	$messages['faq']   = array(
		1  => __( 'Question updated.', 'site-companion' ) . $view_link,
		4  => __( 'Question updated.', 'site-companion' ),
		/* translators: %s: date of a revision. */
		5  => $from ? sprintf( __( 'Question restored to the revision from %s.', 'site-companion' ), $from ) : false,
		6  => __( 'Question published.', 'site-companion' ) . $view_link,
		7  => __( 'Question saved.', 'site-companion' ),
		8  => __( 'Question submitted.', 'site-companion' ),
		/* translators: %s: date and time, with the time zone. */
		9  => sprintf( __( 'Question scheduled for %s.', 'site-companion' ), $time ),
		10 => __( 'Question draft saved.', 'site-companion' ),
	);

	return $messages;
}

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
