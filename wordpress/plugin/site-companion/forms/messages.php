<?php
/**
 * Messages of lists and placeholders that say "event" or "question" instead of "post", and messages about items that a bulk edit did not give
 * the chosen status.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** The query parameter with the ids of the items that a bulk edit did not give the chosen status. */
const UNCHANGED_ITEMS = 'site_companion_unchanged';

add_filter( 'bulk_post_updated_messages', __NAMESPACE__ . '\name_types_in_bulk_messages', 10, 2 );
add_action( 'bulk_edit_posts', __NAMESPACE__ . '\pass_on_unchanged_items', 10, 2 );
add_action( 'admin_notices', __NAMESPACE__ . '\show_unchanged_items' );
add_filter( 'removable_query_args', static fn( array $names ): array => array( ...$names, UNCHANGED_ITEMS ) );
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

/**
 * @param int[]                $ids     The items that were edited.
 * @param array<string, mixed> $changes Without a status if it stays as it is.
 */
function pass_on_unchanged_items( array $ids, array $changes ): void {
	// An item that is published with a date in the future is scheduled.
	$expected  = array( $changes['post_status'] ?? '', 'future' );
	$unchanged = isset( $changes['post_status'] ) ? array_filter( $ids, static fn( int $id ): bool => ! in_array( get_post_status( $id ), $expected, true ) ) : array();
	if ( array() !== $unchanged ) {
		add_filter( 'wp_redirect', static fn( string $address ): string => add_query_arg( UNCHANGED_ITEMS, implode( ',', $unchanged ), $address ) );
	}
}

function show_unchanged_items(): void {
	foreach ( wp_parse_id_list( wp_unslash( $_GET[ UNCHANGED_ITEMS ] ?? array() ) ) as $id ) { // phpcs:ignore WordPress.Security
		$post   = current_user_can( 'edit_post', $id ) ? get_post( $id ) : null;
		$reason = $post ? reason_of_status( $post ) : '';
		if ( '' !== $reason ) {
			/* translators: 1: title of an item, 2: sentences. */
			wp_admin_notice( esc_html( sprintf( __( '“%1$s” does not have the chosen status. %2$s', 'site-companion' ), plain_text( $post->post_title ), $reason ) ), array( 'type' => 'error' ) );
		}
	}
}

/** Why an item can be neither unpublished nor published; empty if it can. */
function reason_of_status( WP_Post $post ): string {
	if ( has_fixed_address( $post ) ) {
		return fixed_address_sentence( $post );
	}
	$errors = errors_in( array_merge( validate_texts( $post->post_type, $post->post_title, $post->post_content ), validate_item( $post->post_type, fields_with_blocks( $post ) ) ) );

	return array() === $errors ? '' : invalid_item( $errors )->get_error_message();
}
